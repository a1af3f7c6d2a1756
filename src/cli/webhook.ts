import { actor } from '../lib/user-name.ts';
import { eventTypes } from '../webhooks/events.ts';
import type { WebhookMade, WebhookView } from '../webhooks/webhook-calls.ts';
import { CommandError, type CommandIo } from './command.ts';
import { commandOf } from './command-of.ts';
import { printList } from './crew-center/print.ts';
import { form } from './form.ts';
import type { About } from './help.ts';
import { withOperator } from './reach.ts';
import { toInstant } from './table.ts';
import { printDeliveries } from './webhook-deliveries.ts';
import { readOptions, readTypes, withoutNulls } from './webhook-words.ts';

const about: About = {
  name: 'webhook',
  summary: 'send events to other programs: add, list, test, resend',
  text: `Manages the addresses to which events are delivered: flights that start, land or end, PIREPs, and trouble with the crew center.

  add         prints the signing key, this once
  rotate      makes a new signing key; the former one signs too for a day
  resend      delivers an event again: NUMBER as shown by \`deliveries\`, or with --set-aside all that were set aside
  off, on     stops and continues; what happens meanwhile is not delivered

Types of events: ${eventTypes.join(', ')}.`,
  examples: [
    'tracker webhook add "Web site" https://example.org/hooks/tracker',
    'tracker webhook add Archive https://example.org/archive --events pirep.filed,pirep.accepted',
    'tracker webhook deliveries ep_Xa81kPq02LmZy7Rt --set-aside',
  ],
};

const list = form({
  name: 'list',
  run: (_given, io) =>
    withOperator(io, async (operator) => {
      printList(io, await operator.listWebhooks(), {
        titles: ['WEBHOOK', 'KIND', 'NAME', 'ADDRESS', 'EVENTS', 'STATE', 'WAITING', 'SET ASIDE', 'LAST'],
        row: toRow,
        none: 'There are no webhooks yet. Add one: tracker webhook add NAME URL',
      });
      return 0;
    }),
});

function toRow({ id, kind, name, address, events, isOn, offReason, waiting, setAside, last }: WebhookView) {
  const state = isOn ? 'on' : (offReason ?? 'off');
  const lastTry = last === null ? null : `${toInstant(last.at)} ${last.status ?? 'no answer'}`;
  return [id, kind, name, address, events.join(' ') || 'all', state, waiting, setAside, lastTry];
}

const changeable = {
  events: { value: 'TYPES', about: 'types to deliver, separated by commas; "all" for every type' },
  set: { value: 'OPTIONS', about: 'settings of its kind: NAME=VALUE, separated by commas' },
} as const;

const add = form({
  name: 'add',
  positionals: ['NAME', 'URL'],
  options: { ...changeable, kind: { value: 'KIND', default: 'webhook', about: 'kind of the receiver' } },
  run: (given, io) =>
    withOperator(io, async (operator) => {
      const made = await operator.addWebhook(actor(), {
        kind: given.option('kind'),
        name: given.positional(0),
        url: given.positional(1),
        events: readTypes(given.option('events')) ?? [],
        options: readOptions(given.option('set')) ?? {},
      });
      printMade(io, made, `Added webhook ${made.webhook.id}: ${made.webhook.name}.`);
      return 0;
    }),
});

const change = form({
  name: 'change',
  positionals: ['WEBHOOK'],
  options: { ...changeable, name: { value: 'NAME' }, url: { value: 'URL' } },
  run: (given, io) =>
    withOperator(io, async (operator) => {
      const input = withoutNulls({
        name: given.option('name'),
        url: given.option('url'),
        events: readTypes(given.option('events')),
        options: readOptions(given.option('set')),
      });
      const webhook = await operator.changeWebhook(actor(), given.positional(0), input);
      io.out(io.json ? JSON.stringify(webhook) : `Changed webhook ${webhook.id}: ${webhook.name}.`);
      return 0;
    }),
});

const remove = form({
  name: 'remove',
  positionals: ['WEBHOOK'],
  run: (given, io) =>
    withOperator(io, async (operator) => {
      await operator.removeWebhook(actor(), given.positional(0));
      io.out(io.json ? JSON.stringify({ id: given.positional(0) }) : `Removed webhook ${given.positional(0)}.`);
      return 0;
    }),
});

const rotate = form({
  name: 'rotate',
  positionals: ['WEBHOOK'],
  run: (given, io) =>
    withOperator(io, async (operator) => {
      const made = await operator.rotateWebhook(actor(), given.positional(0));
      const until = toInstant(made.webhook.formerKeyUntil);
      printMade(io, made, `Webhook ${made.webhook.id} has a new signing key. The former one signs too until ${until}.`);
      return 0;
    }),
});

const [on, off] = [true, false].map((isOn) =>
  form({
    name: isOn ? 'on' : 'off',
    positionals: ['WEBHOOK'],
    run: (given, io) =>
      withOperator(io, async (operator) => {
        await operator.switchWebhook(actor(), given.positional(0), isOn);
        const id = given.positional(0);
        io.out(io.json ? JSON.stringify({ id, isOn }) : `Webhook ${id} is ${isOn ? 'on' : 'off'}.`);
        return 0;
      }),
  }),
);

const test = form({
  name: 'test',
  positionals: ['WEBHOOK'],
  run: (given, io) =>
    withOperator(io, async (operator) => {
      const result = await operator.testWebhook(actor(), given.positional(0));
      if (io.json) io.out(JSON.stringify(result));
      else if (result.isDelivered)
        io.out(`Delivered${result.status === null ? '' : `: it answered ${result.status}`}.`);
      else io.err(`Not delivered: ${result.status ?? 'no answer'}: ${result.answer}`);
      return result.isDelivered ? 0 : 1;
    }),
});

const deliveries = form({
  name: 'deliveries',
  positionals: ['WEBHOOK'],
  options: {
    'set-aside': { about: 'only those that were set aside' },
    limit: { value: 'N', about: 'maximum number of deliveries', default: '50' },
  },
  async run(given, io) {
    const limit = Number(given.option('limit'));
    if (!Number.isInteger(limit) || limit < 1) throw new CommandError('--limit is a whole number of at least 1.', 2);
    return withOperator(io, async (operator) => {
      const state = given.flag('set-aside') ? 'set-aside' : null;
      printDeliveries(io, await operator.listWebhookDeliveries(given.positional(0), state, limit));
      return 0;
    });
  },
});

const resend = form({
  name: 'resend',
  positionals: ['WEBHOOK', 'NUMBER?'],
  options: { 'set-aside': {} },
  async run(given, io) {
    const number = given.positional(1);
    if ((number === '') !== given.flag('set-aside') || !/^\d*$/.test(number))
      throw new CommandError('Give a number: tracker webhook resend WEBHOOK NUMBER, or --set-aside', 2);
    return withOperator(io, async (operator) => {
      const count = await operator.resendWebhook(actor(), given.positional(0), number === '' ? null : Number(number));
      io.out(io.json ? JSON.stringify({ resent: count }) : `${count} will be delivered again.`);
      return 0;
    });
  },
});

function printMade(io: CommandIo, made: WebhookMade, text: string): void {
  if (io.json) {
    io.out(JSON.stringify({ ...made.webhook, key: made.key }));
    return;
  }
  io.out(text);
  if (made.key !== null) io.out(`Signing key, shown this once: ${made.key}`);
}

export const command = commandOf(
  about,
  [list, add, change, remove, rotate, on, off, test, deliveries, resend].filter((each) => each !== undefined),
);
