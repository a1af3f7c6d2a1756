import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { Journal } from '../journal/journal.ts';
import { AddressPolicy } from '../lib/address-policy.ts';
import type { Clock } from '../lib/clock.ts';
import { openDatabaseFile } from '../lib/database-file.ts';
import type { DurableLog } from '../lib/follower.ts';
import type { Logger } from '../lib/log.ts';
import { damageIn } from '../lib/sqlite.ts';
import { packageVersion } from '../lib/version.ts';
import type { Platform } from '../platform/port.ts';
import { toHostFlight } from '../tracking/figures/flight-view.ts';
import type { StoredChange } from '../tracking/flight/changes.ts';
import type { Flight } from '../tracking/model.ts';
import { isRefusal, isUnanswered } from '../tracking/refusals.ts';
import type { Tracking } from '../tracking/tracking.ts';
import type { FactsSource } from '../webhooks/discord/flight-facts.ts';
import { DiscordSender } from '../webhooks/discord/sender.ts';
import { GuardedRequests, type RequestLimits, requestLimits } from '../webhooks/http/guarded-request.ts';
import { OperatorWebhooks, type OperatorWebhooksNeeds } from '../webhooks/operator-webhooks.ts';
import type { ReviewState } from '../webhooks/reviews.ts';
import type { Sender } from '../webhooks/sender.ts';
import { DeliveryReader } from '../webhooks/store/delivery-reader.ts';
import { openWebhookDatabase, webhooksFileName } from '../webhooks/store/open.ts';
import type { WebhookCalls } from '../webhooks/webhook-calls.ts';
import { WebhookSender } from '../webhooks/webhook-sender.ts';
import { type WebhookNeeds, type WebhookNotices, Webhooks } from '../webhooks/webhooks.ts';
import type { Damage } from './damage/damage.ts';
import { refusingDamage } from './damage/refusing.ts';

export interface WebhookParts {
  readonly config: Pick<Config, 'webhookNetworks'>;
  readonly dataDirectory: string;
  readonly damage: Pick<Damage, 'note'>;
  readonly journal: Pick<Journal, 'saveAudit' | 'readFlight'>;
  readonly changes: ChangeNews;
  readonly crewCenter: { readonly platform: Pick<Platform, 'findPirep'> };
  readonly clock: Clock;
  readonly log: Logger;
  /** What posts in Discord say. */
  readonly posts: FactsSource;
  readonly replace?: WebhookReplacements | undefined;
}

/** The durable changes of all flights, in one order. */
export interface ChangeNews extends Pick<DurableLog<StoredChange>, 'read' | 'last'> {
  /** Calls `wake` when there may be new ones. */
  listen(wake: () => void): Disposable;
}

/** Returns the changes in the journal of a server. */
export function changesOf({
  journal,
  tracking,
}: {
  readonly journal: Pick<Journal, 'changes'>;
  readonly tracking: Pick<Tracking, 'changes'>;
}): ChangeNews {
  return {
    read: (after, limit) => journal.changes.read(after, limit),
    last: () => journal.changes.last(),
    listen: (wake) => tracking.changes.listen(({ kind }) => kind !== 'moved' && wake()),
  };
}

/** Where the webhooks lie. */
export interface WebhookPlace extends Pick<WebhookNeeds, 'database' | 'keptMs' | 'closeDatabase'> {
  /** Throws when it is another server that delivers. */
  requireTurn?(): void;
}

/** For tests and benchmarks. */
export interface WebhookReplacements {
  readonly limits?: RequestLimits;
  readonly requests?: Pick<GuardedRequests, 'send'>;
  /** From 0 to 1; 0.5 gives waits without jitter. */
  random?(): number;
}

/** The endpoints, and what the operator does with them. */
export interface OpenedWebhooks {
  readonly webhooks: Webhooks;
  readonly calls: WebhookCalls;
}

/** Opens the endpoints of the data directory and begins to deliver. @throws DatabaseFileError, NewerDataError */
export async function openWebhooks(parts: WebhookParts): Promise<OpenedWebhooks> {
  const file = join(parts.dataDirectory, webhooksFileName);
  return openDatabaseFile(file, async () => createWebhooks(parts, { database: await openWebhookDatabase(file) }));
}

/** Opens an empty database of webhooks in memory: for a copy of what lies elsewhere. */
export function openWebhookMemory(): ReturnType<typeof openWebhookDatabase> {
  return openWebhookDatabase(':memory:');
}

/** Begins to deliver what is in this database. */
export function createWebhooks(
  parts: WebhookParts,
  { requireTurn = () => undefined, ...place }: WebhookPlace,
): OpenedWebhooks {
  const { config, damage, journal, changes, crewCenter, clock, log, posts, replace = {} } = parts;
  const onDamage = (what: string) => damage.note(webhooksFileName, what);
  const policy = new AddressPolicy(config.webhookNetworks);
  const requests = replace.requests ?? new GuardedRequests(policy, replace.limits ?? requestLimits);
  const version = packageVersion();
  const senders = {
    webhook: inTurn(new WebhookSender(requests, `va-tracker/${version}`), requireTurn),
    discord: inTurn(
      // As Discord asks for it: https://discord.com/developers/docs/reference#user-agent.
      new DiscordSender({ requests, source: posts, clock, userAgent: `DiscordBot (va-tracker, ${version})` }),
      requireTurn,
    ),
  };
  const webhooks = new Webhooks({
    ...place,
    senders,
    clock,
    changes,
    readReview: (flightId) => readReview(journal, crewCenter.platform, flightId),
    listen: (wake) => changes.listen(wake),
    random: replace.random ?? Math.random,
    notices: noticesOf(log, onDamage),
  });
  const saveAudit: OperatorWebhooksNeeds['saveAudit'] = (actor, action, subject, detail) =>
    journal.saveAudit({ at: clock.now(), actor, action, subject, detail });
  const reader = new DeliveryReader(place.database);
  const calls = new OperatorWebhooks({ webhooks, reader, senders, policy, clock, saveAudit });
  return { webhooks, calls: refusingDamage<WebhookCalls>(calls, onDamage) };
}

/** Returns the same sender, which sends nothing when it is another server that delivers. */
function inTurn(sender: Sender, requireTurn: () => void): Sender {
  return {
    isSigned: sender.isSigned,
    requireOptions: (options, url) => sender.requireOptions(options, url),
    async send(attempt) {
      requireTurn();
      return sender.send(attempt);
    },
  };
}

/** @returns null while the crew center is unavailable */
async function readReview(
  journal: Pick<Journal, 'readFlight'>,
  platform: Pick<Platform, 'findPirep'>,
  flightId: string,
): Promise<{ readonly flight: Flight | null; readonly state: ReviewState } | null> {
  const flight = await journal.readFlight({ flightId });
  if (flight === null) return { flight, state: 'gone' };
  try {
    const pirep = await platform.findPirep(toHostFlight(flight));
    const state = pirep?.state ?? 'gone';
    return { flight, state: state === 'open' || state === 'cancelled' ? 'gone' : state };
  } catch (error) {
    if (!isUnanswered(error)) throw error;
    return null;
  }
}

function noticesOf(log: Logger, onDamage: (what: string) => void): WebhookNotices {
  return {
    switchedOff: ({ id, name }, reason) =>
      log.warn({ event: 'webhook-off', endpoint: id, name, reason }, 'endpoint switched off'),
    setAside: ({ id, name }, type, message) =>
      log.warn(
        { event: 'webhook-set-aside', endpoint: id, name, type, message },
        'an event could not be delivered for three days and was set aside',
      ),
    failed(error) {
      const damage = damageIn(error);
      if (damage !== null) onDamage(damage);
      else if (!isRefusal(error)) log.error({ err: error }, 'a webhook could not be handled');
    },
  };
}
