import { actor } from '../lib/user-name.ts';
import type { Operator } from '../server/operator.ts';
import type { OutboxEntry } from '../tracking/operator-calls.ts';
import type { CommandIo } from './command.ts';
import { commandOf } from './command-of.ts';
import { printList } from './crew-center/print.ts';
import { form } from './form.ts';
import type { About } from './help.ts';
import { withOperator } from './reach.ts';
import { toInstant } from './table.ts';

const about: About = {
  name: 'outbox',
  summary: 'list what is waiting for the crew center; retry it, set it aside',
  text: `Manages what is waiting for the crew center: starts, filings and cancellations without a reply yet, and undelivered reports.
A start that failed within the last hour is listed with the reason until its pilot starts a flight; only the pilot can repeat it.

  retry      retries at once, including flights that were set aside
  set-aside  stops retrying; no data of the flight is lost, and \`retry\` resumes it`,
  examples: ['tracker outbox retry Xa81kPq02LmZy7Rt'],
};

const list = form({
  name: 'list',
  run: (_given, io) =>
    withOperator(io, async (operator) => {
      printList(io, await operator.listOutbox(), {
        titles,
        row: toRow,
        none: 'Nothing is waiting for the crew center.',
      });
      return 0;
    }),
});

const retry = form({
  name: 'retry',
  positionals: ['FLIGHT'],
  run: (given, io) => done(io, (operator) => operator.retryOutbox(actor(), given.positional(0))),
});

const setAside = form({
  name: 'set-aside',
  positionals: ['FLIGHT'],
  options: { reason: { value: 'TEXT' } },
  run: (given, io) =>
    done(io, (operator) =>
      operator.setAside(actor(), given.positional(0), given.option('reason') ?? 'Set aside by the operator.'),
    ),
});

function done(io: CommandIo, act: (operator: Operator) => Promise<void>): Promise<number> {
  return withOperator(io, async (operator) => {
    await act(operator);
    io.out(io.json ? '{}' : 'Done.');
    return 0;
  });
}

const titles = ['FLIGHT', 'PILOT', 'STATE', 'WAITS FOR', 'UNDELIVERED', 'ATTEMPTS', 'NEXT RETRY', 'LAST ERROR'];

function toRow({ flight, undelivered, attempts, lastError, nextTryAt }: OutboxEntry) {
  const { intent, setAside, state } = flight;
  const isDropped = state === 'abandoned' && intent === null;
  const waitsFor = setAside === null ? (intent?.kind ?? (isDropped ? 'pilot' : 'delivery')) : 'operator';
  return [
    flight.id,
    flight.pilot.ident,
    flight.state,
    waitsFor,
    undelivered,
    attempts,
    toInstant(nextTryAt),
    lastError,
  ];
}

export const command = commandOf(about, [list, retry, setAside]);
