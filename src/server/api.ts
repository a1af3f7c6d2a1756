import type { Journal } from '../journal/journal.ts';
import type { NamesWith } from '../lib/table.ts';
import { offered } from '../tracking/desk.ts';
import type { ApiKeys } from '../web/api/keys.ts';
import type { ApiNeeds } from '../web/api/needs.ts';
import type { CrewCenter } from './crew-center.ts';
import type { Operator } from './operator.ts';
import type { operatorTable } from './operator-table.ts';

/** What the API for other programs reads of the journal and the crew center. */
export function apiNeeds(
  {
    journal,
    changes,
    crewCenter,
    apiKeys,
  }: {
    readonly journal: Pick<Journal, 'findPilot'>;
    readonly changes: ApiNeeds['changes'];
    readonly crewCenter: CrewCenter;
    readonly apiKeys: ApiKeys;
  },
  origins: readonly string[],
): ApiNeeds {
  return {
    keys: apiKeys,
    origins,
    changes,
    findPilot: (ident) => journal.findPilot(ident),
    statistics: (pilotId) => offered(crewCenter.platform.desk, 'statistics')(pilotId),
  };
}

export type ApiKeyCalls = Pick<Operator, NamesWith<typeof operatorTable, 'by', 'keys'>>;

/** The operator's calls about keys of the API. */
export function apiKeyCalls(keys: ApiKeys): ApiKeyCalls {
  return {
    listApiKeys: async () => keys.list(),
    async createApiKey(actor, wanted) {
      const { key, secret } = await keys.create(actor, wanted);
      return { key, secret: secret.reveal() };
    },
    revokeApiKey: (actor, id) => keys.revoke(actor, id),
  };
}
