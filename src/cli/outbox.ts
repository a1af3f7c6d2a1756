import { parseArgs } from 'node:util';
import type { OutboxEntry } from '../tracking/calls.ts';
import { actor } from './actor.ts';
import { type Command, CommandError } from './command.ts';
import { withOperator } from './reach.ts';
import { toInstant, toTable } from './table.ts';

const usage = `tracker outbox list [--json]
tracker outbox retry FLIGHT
tracker outbox set-aside FLIGHT --reason TEXT

What waits for the crew center: a start, filing or cancellation without an answer yet, and reports not delivered yet.

  retry      tries again at once, also what was set aside
  set-aside  stops trying; nothing of the flight is lost, \`retry\` takes it up again

Example
  tracker outbox retry Xa81kPq02LmZy7Rt`;

export const command: Command = {
  name: 'outbox',
  summary: 'what waits for the crew center; retry it, set it aside',
  usage,
  async run(args, io) {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { reason: { type: 'string' } },
    });
    const [action = 'list', flightId] = positionals;
    return withOperator(io, async (operator) => {
      if (action === 'list') {
        const entries = await operator.listOutbox();
        if (io.json) io.out(JSON.stringify(entries));
        else io.out(entries.length === 0 ? 'Nothing waits for the crew center.' : toTable(titles, entries.map(toRow)));
        return 0;
      }
      if (flightId === undefined) throw new CommandError(`Which flight? Write: tracker outbox ${action} FLIGHT`, 2);
      if (action === 'retry') await operator.retryOutbox(actor(), flightId);
      else if (action === 'set-aside')
        await operator.setAside(actor(), flightId, values.reason ?? 'Set aside by the operator.');
      else throw new CommandError(`There is no "outbox ${action}". See: tracker outbox --help`, 2);
      io.out(io.json ? '{}' : 'Done.');
      return 0;
    });
  },
};

const titles = ['FLIGHT', 'PILOT', 'STATE', 'WAITS FOR', 'UNDELIVERED', 'TRIES', 'NEXT TRY', 'WHY'];

function toRow({ flight, undelivered, attempts, lastError, nextTryAt }: OutboxEntry) {
  const waitsFor = flight.setAside === null ? (flight.intent?.kind ?? 'delivery') : 'operator';
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
