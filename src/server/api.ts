import type { Journal } from '../journal/journal.ts';
import { offered } from '../tracking/desk.ts';
import type { ApiKeys } from '../web/api/keys.ts';
import type { ApiNeeds } from '../web/api/needs.ts';
import type { CrewCenter } from './crew-center.ts';
import type { Operator } from './operator.ts';

/** What the API for other programs reads of the journal and the crew center. */
export function apiNeeds(
  { journal, crewCenter, apiKeys }: { journal: Journal; crewCenter: CrewCenter; apiKeys: ApiKeys },
  origins: readonly string[],
): ApiNeeds {
  return {
    keys: apiKeys,
    origins,
    changes: journal.changes,
    findPilot: (ident) => journal.findPilot(ident),
    statistics: (pilotId) => offered(crewCenter.platform.desk, 'statistics')(pilotId),
  };
}

/** The operator's calls about keys of the API. */
export function apiKeyCalls(keys: ApiKeys): Pick<Operator, 'listApiKeys' | 'createApiKey' | 'revokeApiKey'> {
  return {
    listApiKeys: async () => keys.list(),
    async createApiKey(actor, wanted) {
      const { key, secret } = await keys.create(actor, wanted);
      return { key, secret: secret.reveal() };
    },
    revokeApiKey: (actor, id) => keys.revoke(actor, id),
  };
}
