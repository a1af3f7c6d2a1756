import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { Journal } from '../journal/journal.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/log.ts';
import { packageVersion } from '../lib/version.ts';
import { isRefusal } from '../tracking/refusals.ts';
import type { Tracking } from '../tracking/tracking.ts';
import { AddressPolicy } from '../webhooks/http/address-policy.ts';
import { GuardedRequests, type RequestLimits, requestLimits } from '../webhooks/http/guarded-request.ts';
import { openWebhookDatabase, webhooksFileName } from '../webhooks/store/open.ts';
import { WebhookSender } from '../webhooks/webhook-sender.ts';
import { type WebhookNotices, Webhooks } from '../webhooks/webhooks.ts';

export interface WebhookParts {
  readonly config: Pick<Config, 'webhookNetworks'>;
  readonly dataDirectory: string;
  readonly journal: Pick<Journal, 'changes'>;
  readonly tracking: Pick<Tracking, 'changes'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly replace?: WebhookReplacements | undefined;
}

/** For tests and benchmarks. */
export interface WebhookReplacements {
  readonly limits?: RequestLimits;
  /** From 0 to 1; 0.5 gives waits without jitter. */
  random?(): number;
}

/** Opens the endpoints of the data directory and begins to deliver. */
export async function openWebhooks({
  config,
  dataDirectory,
  journal,
  tracking,
  clock,
  log,
  replace = {},
}: WebhookParts) {
  const requests = new GuardedRequests(new AddressPolicy(config.webhookNetworks), replace.limits ?? requestLimits);
  return new Webhooks({
    database: await openWebhookDatabase(join(dataDirectory, webhooksFileName)),
    changes: journal.changes,
    listen: (wake) => tracking.changes.listen(({ kind }) => kind !== 'moved' && wake()),
    senders: { webhook: new WebhookSender(requests, `va-tracker/${packageVersion()}`) },
    clock,
    random: replace.random ?? Math.random,
    notices: noticesOf(log),
  });
}

function noticesOf(log: Logger): WebhookNotices {
  return {
    switchedOff: ({ id, name }, reason) =>
      log.warn({ event: 'webhook-off', endpoint: id, name, reason }, 'endpoint switched off'),
    setAside: ({ id, name }, type, message) =>
      log.warn(
        { event: 'webhook-set-aside', endpoint: id, name, type, message },
        'an event could not be delivered for three days and was set aside',
      ),
    failed: (error) => !isRefusal(error) && log.error({ err: error }, 'a webhook could not be handled'),
  };
}
