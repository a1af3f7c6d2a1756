import { apiKeyCalls } from '../api.ts';
import { changesOf, openWebhooks } from '../webhooks.ts';
import type { ExistsOnce, OnceNeeds } from './exists-once.ts';

/** At the only server there is, in files of its own. */
export async function openOnceHere({ parts, apiKeys, rules, trials }: OnceNeeds): Promise<ExistsOnce> {
  const changes = changesOf(parts);
  const { webhooks, calls } = await openWebhooks({ ...parts, changes });
  return {
    webhookCalls: calls,
    changes,
    apiKeys: apiKeyCalls(apiKeys),
    rules: { ...rules, ...trials.calls },
    begin: () => trials.continue(),
    requireWebhooks: () => webhooks,
    async erasePilot(pilotId, words) {
      webhooks.erasePilot(pilotId, words);
      await trials.erasePilot(pilotId);
    },
    scrub: async () => webhooks.queue.scrub(),
    noteCrewCenter: (lostBecause) => webhooks.noteCrewCenter(lostBecause),
    async close() {
      await trials.end();
      await webhooks.close();
    },
  };
}
