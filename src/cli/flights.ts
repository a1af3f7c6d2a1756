import { actor } from '../lib/user-name.ts';
import type { Operator } from '../server/operator.ts';
import { arrivalOf } from '../tracking/figures/arrival.ts';
import type { FlightView } from '../tracking/figures/flight-view.ts';
import { type FlightState, flightName } from '../tracking/model.ts';
import { CommandError, type CommandIo } from './command.ts';
import { commandOf } from './command-of.ts';
import { type Form, form } from './form.ts';
import type { About } from './help.ts';
import { withOperator } from './reach.ts';
import { toInstant, toTable } from './table.ts';

const about: About = {
  name: 'flights',
  summary: 'list flights, show one, release, finish or cancel it',
  text: `Rescues stuck flights without SQL. FLIGHT is the flight's id, as shown by \`list\`. The pilot's client shows the reason.

  list      flights in progress or being filed; --all: the newest 200, including ended ones
  release   ends the flight as abandoned: its PIREP is cancelled, its track is kept, the pilot can start again
  finish    files the flight from the reports received so far
  cancel    cancels the flight as the pilot would`,
  examples: [
    'tracker flights list',
    'tracker flights release Xa81kPq02LmZy7Rt --reason "Simulator crashed, please fly again"',
  ],
};

const underWay: readonly FlightState[] = ['starting', 'open', 'suspended', 'filing'];

const list = form({
  name: 'list',
  options: { all: {} },
  run: (given, io) => withOperator(io, (operator) => listFlights(operator, io, given.flag('all'))),
});

const show = form({
  name: 'show',
  positionals: ['FLIGHT'],
  run: (given, io) => withOperator(io, (operator) => showFlight(operator, io, given.positional(0))),
});

const release = ending('release', (operator, ...what) => operator.releaseFlight(...what));
const cancel = ending('cancel', (operator, ...what) => operator.cancelFlight(...what));

const finish = form({
  name: 'finish',
  positionals: ['FLIGHT'],
  options: { reason: { value: 'TEXT' } },
  run: (given, io) =>
    withOperator(io, async (operator) =>
      finished(io, await operator.finishFlight(actor(), given.positional(0), given.option('reason'))),
    ),
});

export const command = commandOf(about, [list, show, release, finish, cancel]);

/** A subcommand that ends a flight with a reason, which the pilot's client shows. */
function ending(
  name: string,
  end: (operator: Operator, actor: string, flightId: string, reason: string) => Promise<FlightView['flight']>,
): Form {
  return form({
    name,
    positionals: ['FLIGHT'],
    options: { reason: { value: 'TEXT', about: 'the reason, which the pilot sees', required: true } },
    run: (given, io) =>
      withOperator(io, async (operator) => {
        const flight = await end(operator, actor(), given.positional(0), given.option('reason').trim());
        io.out(io.json ? JSON.stringify(flight) : `Flight ${flight.id} is ${flight.state}.`);
        return 0;
      }),
  });
}

async function listFlights(operator: Operator, io: CommandIo, isAll: boolean): Promise<number> {
  const views = await operator.listFlights(isAll ? { limit: 200 } : { states: underWay, limit: 1000 });
  if (io.json) io.out(JSON.stringify(views));
  else if (views.length === 0) io.out(isAll ? 'There are no flights yet.' : 'There are no flights in progress.');
  else
    io.out(
      [
        toTable(
          ['FLIGHT', 'PILOT', 'CALLSIGN', 'FROM', 'TO', 'STATE', 'PHASE', 'LAST REPORT', 'POSITIONS'],
          views.map(toRow),
          io.columns,
        ),
        ...views.flatMap(({ flight, remarks }) => remarks.map((remark) => `${flight.id}: ${remark}`)),
      ].join('\n'),
    );
  return 0;
}

function toRow({ flight, phase, lastReportAt, positionCount }: FlightView) {
  const { plan } = flight;
  const state = flight.setAside === null ? flight.state : `${flight.state} (set aside)`;
  return [
    flight.id,
    flight.pilot.ident,
    flightName(plan),
    plan.departure.icao,
    arrivalOf(flight).icao,
    state,
    phase,
    toInstant(lastReportAt),
    positionCount,
  ];
}

async function showFlight(operator: Operator, io: CommandIo, flightId: string): Promise<number> {
  const view = await operator.readFlight(flightId);
  if (view === null) throw new CommandError(`There is no flight ${flightId}. See: tracker flights list --all`);
  io.out(JSON.stringify(view, null, io.json ? undefined : 2));
  return 0;
}

function finished(io: CommandIo, result: Awaited<ReturnType<Operator['finishFlight']>>): number {
  if (io.json) io.out(JSON.stringify(result));
  else if (result.state === 'filed') io.out(`Filed as PIREP ${result.receipt.pirepId} (${result.receipt.pirepState}).`);
  else io.out('Accepted: it will be filed as soon as the crew center responds. See: tracker outbox list');
  return 0;
}
