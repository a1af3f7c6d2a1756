import { parseArgs } from 'node:util';
import type { Operator } from '../control/operator.ts';
import type { FlightView } from '../tracking/calls.ts';
import type { FlightState } from '../tracking/model.ts';
import { actor } from './actor.ts';
import { type Command, CommandError, type CommandIo } from './command.ts';
import { withOperator } from './reach.ts';
import { toInstant, toTable } from './table.ts';

const usage = `tracker flights list [--all] [--json]
tracker flights show FLIGHT
tracker flights release FLIGHT --reason TEXT
tracker flights finish FLIGHT [--reason TEXT]
tracker flights cancel FLIGHT --reason TEXT

Rescues a flight without SQL. FLIGHT is the flight's id, as \`list\` shows it. The pilot's client reads the reason.

  list      flights that are under way or being filed; --all: the newest 200, ended ones too
  release   ends it as abandoned: its PIREP is cancelled, its track kept, the pilot may start again
  finish    files it from what was reported so far
  cancel    cancels it as the pilot would

Examples
  tracker flights list
  tracker flights release Xa81kPq02LmZy7Rt --reason "Simulator crashed, please fly again"`;

const underWay: readonly FlightState[] = ['starting', 'open', 'suspended', 'filing'];

export const command: Command = {
  name: 'flights',
  summary: 'list flights, show one, release, finish or cancel it',
  usage,
  async run(args, io) {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { all: { type: 'boolean' }, reason: { type: 'string' } },
    });
    const [action = 'list', flightId] = positionals;
    return withOperator(io, (operator) => act(operator, io, action, flightId, values));
  },
};

interface Options {
  readonly all?: boolean | undefined;
  readonly reason?: string | undefined;
}

async function act(
  operator: Operator,
  io: CommandIo,
  action: string,
  flightId: string | undefined,
  options: Options,
): Promise<number> {
  if (action === 'list') return list(operator, io, options.all === true);
  if (flightId === undefined) throw new CommandError(`Which flight? Write: tracker flights ${action} FLIGHT`, 2);
  switch (action) {
    case 'show':
      return show(operator, io, flightId);
    case 'release':
      return ended(io, await operator.releaseFlight(actor(), flightId, demandReason(action, options)));
    case 'cancel':
      return ended(io, await operator.cancelFlight(actor(), flightId, demandReason(action, options)));
    case 'finish':
      return finished(io, await operator.finishFlight(actor(), flightId, options.reason ?? null));
    default:
      throw new CommandError(`There is no "flights ${action}". See: tracker flights --help`, 2);
  }
}

function demandReason(action: string, { reason }: Options): string {
  if (reason === undefined || reason.trim() === '') {
    throw new CommandError(`Say why, the pilot reads it: tracker flights ${action} FLIGHT --reason "…"`, 2);
  }
  return reason.trim();
}

async function list(operator: Operator, io: CommandIo, isAll: boolean): Promise<number> {
  const views = await operator.listFlights(isAll ? { limit: 200 } : { states: underWay, limit: 1000 });
  if (io.json) io.out(JSON.stringify(views));
  else if (views.length === 0) io.out(isAll ? 'No flight yet.' : 'No flight is under way.');
  else
    io.out(
      toTable(
        ['FLIGHT', 'PILOT', 'CALLSIGN', 'FROM', 'TO', 'STATE', 'PHASE', 'LAST REPORT', 'POSITIONS'],
        views.map(toRow),
      ),
    );
  return 0;
}

function toRow({ flight, phase, lastPosition, positionCount }: FlightView) {
  const { plan } = flight;
  const lastReport = toInstant(lastPosition?.receivedAt ?? flight.lastReportAt);
  const state = flight.setAside === null ? flight.state : `${flight.state} (set aside)`;
  return [
    flight.id,
    flight.pilot.ident,
    plan.callsign ?? plan.ident,
    plan.departure.icao,
    plan.arrival.icao,
    state,
    phase,
    lastReport,
    positionCount,
  ];
}

async function show(operator: Operator, io: CommandIo, flightId: string): Promise<number> {
  const view = await operator.readFlight(flightId);
  if (view === null) throw new CommandError(`There is no flight ${flightId}. See: tracker flights list --all`);
  io.out(JSON.stringify(view, null, io.json ? undefined : 2));
  return 0;
}

function ended(io: CommandIo, flight: FlightView['flight']): number {
  io.out(io.json ? JSON.stringify(flight) : `Flight ${flight.id} is ${flight.state}.`);
  return 0;
}

function finished(io: CommandIo, result: Awaited<ReturnType<Operator['finishFlight']>>): number {
  if (io.json) io.out(JSON.stringify(result));
  else if (result.state === 'filed') io.out(`Filed as PIREP ${result.receipt.pirepId} (${result.receipt.pirepState}).`);
  else io.out('Accepted: it is filed as soon as the crew center answers. See: tracker outbox list');
  return 0;
}
