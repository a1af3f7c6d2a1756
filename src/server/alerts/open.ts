import { hostname } from 'node:os';
import { firstPartition } from '../../cluster/members.ts';
import type { Config } from '../../config/config.ts';
import type { MailSettings } from '../../config/config-shape.ts';
import { AddressPolicy } from '../../lib/address-policy.ts';
import { GuardedRequests } from '../../webhooks/http/guarded-request.ts';
import type { Health } from '../health/health.ts';
import { openMail } from '../mail.ts';
import type { Tracker } from '../tracker.ts';
import { type AlertChannel, type AlertNeeds, Alerts } from './alerts.ts';
import { discordChannel } from './discord.ts';
import { type Looks, type Trouble, troublesOf } from './troubles.ts';

/** What is reported through each channel, and where it is written down what was. */
interface Reported extends Pick<AlertNeeds, 'journal' | 'troubles' | 'airline'> {}

/** Begins to report troubles through every channel that is set; through none by default. */
export function openAlerts(
  tracker: Tracker,
  { alerts, webhookNetworks }: Pick<Config, 'alerts' | 'webhookNetworks'>,
  health: Pick<Health, 'conditions'>,
  looks: Looks,
): AsyncDisposable {
  const { clock, log } = tracker;
  const channels: AlertChannel[] = [];
  if (alerts.mail !== null) channels.push(mailChannel(alerts.mail));
  if (alerts.discord !== null)
    channels.push(discordChannel(alerts.discord, new GuardedRequests(new AddressPolicy(webhookNetworks))));
  const troubles = async () => troublesOf(tracker, await health.conditions(), looks);
  const opened = new AsyncDisposableStack();
  for (const channel of channels)
    for (const reported of tracker.cluster.isAlone ? [ofOne(tracker, troubles)] : ofCluster(tracker, troubles))
      opened.use(
        new Alerts({
          channel,
          clock,
          ...reported,
          onFailure: (reason) =>
            log.error({ event: 'alert-failed', channel: channel.name, reason }, 'staff could not be alerted'),
        }),
      );
  return opened;
}

function mailChannel(settings: MailSettings): AlertChannel {
  const send = openMail(settings);
  return { name: 'mail', send: ({ subject, text }) => send({ to: settings.to, subject, text }) };
}

type Troubles = () => Promise<readonly Trouble[]>;

function ofOne({ journal, tracking }: Tracker, troubles: Troubles): Reported {
  return { journal, troubles, airline: () => tracking.calls.status().settings.name };
}

/** In a cluster: those of this machine by itself, with its name; and what all servers see, by one of them. */
function ofCluster(tracker: Tracker, troubles: Troubles): readonly Reported[] {
  const all = ofOne(tracker, troubles);
  const isFirst = () => tracker.cluster.members.holderOf(firstPartition) === 'here';
  return [
    {
      journal: tracker.ownNotes,
      troubles: async () => (await troubles()).filter(({ isShared }) => !isShared),
      airline: () => `${all.airline()} (${hostname()})`,
    },
    {
      ...all,
      troubles: async () => (isFirst() ? (await troubles()).filter(({ isShared }) => isShared) : null),
    },
  ];
}
