import type { PeerMethods } from '../../cluster/door.ts';
import type { Members } from '../../cluster/members.ts';
import type { MysqlEngine } from '../../journal/mysql/engine.ts';
import { objectOf } from '../../lib/table.ts';
import type { Tracking } from '../../tracking/tracking.ts';
import type { WebhookCalls } from '../../webhooks/webhook-calls.ts';
import { apiKeyCalls } from '../api.ts';
import type { Holding } from '../cluster/holding.ts';
import { webhookNames } from '../operator-methods.ts';
import { ClusterWebhooks } from './cluster-webhooks.ts';
import type { ExistsOnce, OnceNeeds } from './exists-once.ts';
import { answerOnce } from './once.ts';
import { OrderedChanges } from './ordered-changes.ts';

/** What the servers of a cluster share, as this one has it. */
export interface SharedByServers {
  readonly engine: Pick<MysqlEngine, 'database' | 'shared'>;
  readonly members: Pick<Members, 'holderOf'>;
  readonly own: Pick<Tracking, 'changes'>;
  readonly holding: Pick<Holding, 'isFirst' | 'setFirstDuty'>;
}

/** The same at each server; it is asked at any of them. */
export interface SharedOnce extends ExistsOnce {
  /** What peers may call here. */
  readonly methods: PeerMethods;
}

/** At the server that holds the first partition, in the cluster's database. */
export function openOnceShared(needs: OnceNeeds, shared: SharedByServers): SharedOnce {
  const { parts, apiKeys, rules, trials, onError } = needs;
  const { engine, members, own, holding } = shared;
  const { database } = engine;
  const changes = new OrderedChanges({ database, clock: parts.clock, onError });
  const isHeld = (epoch: number) => holding.isFirst(epoch);
  const webhooks = new ClusterWebhooks({ parts: { ...parts, changes }, database, isHeld, onError });
  holding.setFirstDuty({
    async begin(epoch) {
      // The last holder's: keys of programs, rule sets and their trials, and who is signed in.
      await engine.shared.refreshNotes();
      await changes.begin(epoch);
      webhooks.begin(epoch);
      trials.continue(() => isHeld(epoch));
    },
    async end() {
      await trials.end();
      await webhooks.end();
      await changes.end();
    },
  });
  own.changes.listen(({ kind }) => kind !== 'moved' && changes.wake());
  const calling = webhookCallsOnce(members, webhooks);
  const keys = answerOnce(members, apiKeyCalls(apiKeys));
  const ruling = answerOnce(members, { ...rules, ...trials.calls });
  const erasing = answerOnce(members, {
    async erasePilot(pilotId: string, words: readonly string[]) {
      await webhooks.erasePilot(pilotId, words);
      await trials.erasePilot(pilotId);
    },
  });
  return {
    webhookCalls: calling.calls,
    changes,
    apiKeys: keys.calls,
    rules: ruling.calls,
    // What it does by itself begins with the first partition.
    begin: () => undefined,
    methods: { ...calling.methods, ...keys.methods, ...ruling.methods, ...erasing.methods },
    requireWebhooks: () => webhooks.require().webhooks,
    erasePilot: (pilotId, words) => erasing.calls.erasePilot(pilotId, words),
    // They are in memory here, and in the tables of the cluster.
    scrub: async () => undefined,
    noteCrewCenter: (lostBecause) => webhooks.noteCrewCenter(lostBecause),
    // The leases have ended before, and with them the webhooks.
    close: async () => undefined,
  };
}

/** What is returned is stored in the cluster: a signing key is shown once. */
function webhookCallsOnce(members: Pick<Members, 'holderOf'>, webhooks: ClusterWebhooks) {
  const once =
    (name: keyof WebhookCalls) =>
    async (...args: readonly unknown[]) => {
      const { calls } = webhooks.require();
      const result = await (calls[name] as (...given: readonly unknown[]) => Promise<unknown>).apply(calls, [...args]);
      await webhooks.store();
      return result;
    };
  return answerOnce(
    members,
    objectOf<WebhookCalls>(webhookNames, (name) => once(name) as WebhookCalls[typeof name]),
  );
}
