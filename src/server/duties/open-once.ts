import type { Joined } from '../../cluster/join.ts';
import type { Members } from '../../cluster/members.ts';
import type { MysqlEngine } from '../../journal/mysql/engine.ts';
import type { ApiKeys } from '../../web/api/keys.ts';
import type { WebhookDesk } from '../../webhooks/desk.ts';
import type { Webhooks } from '../../webhooks/webhooks.ts';
import { type ApiKeyCalls, apiKeyCalls } from '../api.ts';
import type { ClusterServer } from '../cluster.ts';
import { webhookNames } from '../operator-methods.ts';
import { type ChangeNews, changesOf, openWebhooks, type WebhookParts } from '../webhooks.ts';
import { ClusterWebhooks } from './cluster-webhooks.ts';
import { answerOnce } from './once.ts';
import { OrderedChanges } from './ordered-changes.ts';

/** What exists once, however many servers there are. */
export interface ExistsOnce {
  /** Null in a cluster, where only one of the servers has them. */
  readonly webhooks: Webhooks | null;
  readonly desk: WebhookDesk;
  readonly changes: ChangeNews;
  readonly apiKeys: ApiKeyCalls;
  /** Removes a pilot from what is sent to webhooks. */
  erasePilot(pilotId: string, words: readonly string[]): Promise<void>;
  /** Overwrites what deleted rows left in their file. @throws an error that is unreachable while it cannot be done */
  scrub(): Promise<void>;
  noteCrewCenter(lostBecause: string | null): void;
  /** What other servers may ask of this one. */
  readonly methods: Joined['methods'];
  close(): Promise<void>;
}

export interface OnceNeeds {
  readonly parts: Omit<WebhookParts, 'changes'> & Parameters<typeof changesOf>[0];
  readonly apiKeys: ApiKeys;
  readonly onError: (error: unknown) => void;
  /** Null for a server whose journal is a file. */
  readonly group: (ClusterServer & { readonly engine: MysqlEngine }) | null;
}

export async function openOnce({ parts, apiKeys, group, onError }: OnceNeeds): Promise<ExistsOnce> {
  if (group !== null) return ofCluster(parts, apiKeys, group, onError);
  const changes = changesOf(parts);
  const { webhooks, desk } = await openWebhooks({ ...parts, changes });
  return {
    ...{ webhooks, desk, changes, apiKeys: apiKeyCalls(apiKeys), methods: {} },
    erasePilot: async (pilotId, words) => webhooks.erasePilot(pilotId, words),
    scrub: async () => webhooks.queue.scrub(),
    noteCrewCenter: (lostBecause) => webhooks.noteCrewCenter(lostBecause),
    close: () => webhooks.close(),
  };
}

function ofCluster(
  parts: OnceNeeds['parts'],
  apiKeys: ApiKeys,
  group: NonNullable<OnceNeeds['group']>,
  onError: OnceNeeds['onError'],
): ExistsOnce {
  const { database } = group.engine;
  const { members } = group.membership;
  const changes = new OrderedChanges({ database, clock: parts.clock, onError });
  const isHeld = (epoch: number) => group.isFirst(epoch);
  const webhooks = new ClusterWebhooks({ parts: { ...parts, changes }, database, isHeld, onError });
  group.setFirstDuty({
    async begin(epoch) {
      // The last holder's: keys of programs, and who is signed in.
      await group.engine.shared.refreshNotes();
      await changes.begin(epoch);
      webhooks.begin(epoch);
    },
    async end() {
      await webhooks.end();
      await changes.end();
    },
  });
  group.own.changes.listen(({ kind }) => kind !== 'moved' && changes.wake());
  const desk = deskOnce(members, webhooks);
  const keys = answerOnce(members, apiKeyCalls(apiKeys));
  const eraser = { erasePilot: (pilotId: string, words: readonly string[]) => webhooks.erasePilot(pilotId, words) };
  const erasing = answerOnce(members, eraser);
  return {
    ...{ webhooks: null, desk: desk.calls, changes, apiKeys: keys.calls },
    erasePilot: (pilotId, words) => erasing.calls.erasePilot(pilotId, words),
    // They are in memory here, and in the tables of the cluster.
    scrub: async () => undefined,
    noteCrewCenter: (lostBecause) => webhooks.noteCrewCenter(lostBecause),
    methods: { ...desk.methods, ...keys.methods, ...erasing.methods },
    // The leases have ended before, and with them the webhooks.
    close: async () => undefined,
  };
}

/** What is returned is stored in the cluster: a signing key is shown once. */
function deskOnce(members: Pick<Members, 'holderOf'>, webhooks: ClusterWebhooks) {
  const calls = webhookNames.map((name) => {
    const call = async (...args: readonly unknown[]) => {
      const { desk } = webhooks.require();
      const result = await (desk[name] as (...given: readonly unknown[]) => Promise<unknown>).apply(desk, [...args]);
      await webhooks.store();
      return result;
    };
    return [name, call] as const;
  });
  return answerOnce(members, Object.fromEntries(calls) as unknown as WebhookDesk);
}
