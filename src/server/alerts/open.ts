import type { Config } from '../../config/config.ts';
import type { CheckDesk } from '../../web/check-desk.ts';
import { AddressPolicy } from '../../webhooks/http/address-policy.ts';
import { GuardedRequests } from '../../webhooks/http/guarded-request.ts';
import type { Health } from '../health/health.ts';
import type { Tracker } from '../tracker.ts';
import { type AlertChannel, Alerts } from './alerts.ts';
import { discordChannel } from './discord.ts';
import { mailChannel } from './mail.ts';
import { troublesOf } from './troubles.ts';

/** Begins to report troubles through every channel that is set; through none by default. */
export function openAlerts(
  tracker: Tracker,
  { alerts, webhookNetworks }: Pick<Config, 'alerts' | 'webhookNetworks'>,
  health: Pick<Health, 'conditions'>,
  checks: CheckDesk | null,
): AsyncDisposable {
  const { journal, clock, log, tracking } = tracker;
  const channels: AlertChannel[] = [];
  if (alerts.mail !== null) channels.push(mailChannel(alerts.mail));
  if (alerts.discord !== null)
    channels.push(discordChannel(alerts.discord, new GuardedRequests(new AddressPolicy(webhookNetworks))));
  const opened = new AsyncDisposableStack();
  for (const channel of channels)
    opened.use(
      new Alerts({
        ...{ channel, journal, clock },
        airline: () => tracking.calls.status().settings.name,
        troubles: async () => troublesOf(tracker, await health.conditions(), checks),
        onFailure: (reason) =>
          log.error({ event: 'alert-failed', channel: channel.name, reason }, 'staff could not be alerted'),
      }),
    );
  return opened;
}
