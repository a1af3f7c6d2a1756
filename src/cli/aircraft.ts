import { didYouMean } from '../lib/nearest.ts';
import {
  aircraftStatuses,
  editAircraft,
  noAircraftEdit,
  removeAircraft,
} from '../platform/embedded/aircraft-changes.ts';
import type { CrewCenter } from '../platform/embedded/crew-center.ts';
import { addAircraft, listAircraft } from '../platform/embedded/fleet-admin.ts';
import { aircraftImports } from '../platform/embedded/imports/aircraft.ts';
import { CommandError } from './command.ts';
import { commandOf } from './command-of.ts';
import { namesOfChanges, readChanges } from './crew-center/changes.ts';
import { importOf, undoOf } from './crew-center/importing.ts';
import { withCrewCenter } from './crew-center/open.ts';
import { hours, printList } from './crew-center/print.ts';
import { form } from './form.ts';
import type { About } from './help.ts';
import type { Options } from './options.ts';

const { required, optional } = aircraftImports.columns;

const about: About = {
  name: 'aircraft',
  summary: 'add, import, list, edit and remove aircraft',
  text: `Manages the aircraft of the embedded crew center. A new one joins the fleet of its type, which every rank may fly.
A removed one stays in its PIREPs; adding its registration again restores it with its hours. One that is flying, or that a bid
reserves, is not removed.

  import       adds and changes aircraft by a CSV file: ${[...required, ...optional].join(', ')}.
               Required are ${required.join(' and ')}. If any line is invalid, nothing is imported, and every invalid line is listed
  undo-import  takes the last import back; what was changed here since, and what a bid or PIREP refers to, stays and is listed`,
  examples: [
    'tracker aircraft add HB-JMJ A343 --name "Airbus A340-300" --at LSZH',
    'tracker aircraft import fleet.csv',
    'tracker aircraft edit HB-JMJ --at MMUN --status maintenance',
    'tracker aircraft list --json',
  ],
};

const add = form({
  name: 'add',
  withoutData: true,
  positionals: ['REGISTRATION', 'TYPE'],
  options: { name: { value: 'TEXT' }, airline: { value: 'CODE' }, at: { value: 'ICAO' } },
  done: (given) => ['aircraft-add', given.positional(0), given.positional(1)],
  async run(given, io) {
    const icao = given.positional(1);
    const aircraft = await withCrewCenter(io, (crewCenter) =>
      addAircraft(crewCenter, {
        registration: given.positional(0),
        icao,
        name: given.option('name') ?? icao,
        airline: given.option('airline'),
        airport: given.option('at'),
      }),
    );
    io.out(io.json ? JSON.stringify(aircraft) : `Added ${aircraft.registration} (${aircraft.icao}).`);
    return 0;
  },
});

const editable = {
  registration: { value: 'REG' },
  name: { value: 'TEXT' },
  at: { value: 'ICAO', about: 'the airport where it is' },
  status: { value: 'STATUS', about: Object.keys(aircraftStatuses).join(', ') },
} as const satisfies Options;

const edit = form({
  name: 'edit',
  positionals: ['REGISTRATION'],
  options: editable,
  done: (given) => ['aircraft-edit', given.positional(0), namesOfChanges(given, editable)],
  async run(given, io) {
    const { at: airport, ...same } = readChanges(given, editable);
    const wanted = given.positional(0);
    const aircraft = await withCrewCenter(io, (crewCenter) =>
      editAircraft(crewCenter, requireRegistration(crewCenter, wanted), { ...noAircraftEdit, ...same, airport }),
    );
    io.out(io.json ? JSON.stringify(aircraft) : `Changed ${aircraft.registration} (${aircraft.icao}).`);
    return 0;
  },
});

const remove = form({
  name: 'remove',
  positionals: ['REGISTRATION'],
  done: (given) => ['aircraft-remove', given.positional(0), null],
  async run(given, io) {
    const registration = given.positional(0).toUpperCase();
    await withCrewCenter(io, (crewCenter) => removeAircraft(crewCenter, requireRegistration(crewCenter, registration)));
    io.out(io.json ? JSON.stringify({ registration }) : `Removed aircraft ${registration}.`);
    return 0;
  },
});

const list = form({
  name: 'list',
  async run(_given, io) {
    const aircraft = await withCrewCenter(io, listAircraft);
    printList(io, aircraft, {
      titles: ['REGISTRATION', 'TYPE', 'NAME', 'AT', 'STATUS', 'HOURS'],
      row: (each) => [each.registration, each.icao, each.name, each.airport, each.status, hours(each.flightTimeMin)],
      none: 'There are no aircraft yet. Add one: tracker aircraft add REGISTRATION TYPE',
    });
    return 0;
  },
});

/** Aircraft of the embedded crew center. */
export const command = commandOf(about, [list, add, importOf(aircraftImports), undoOf(aircraftImports), edit, remove]);

/** @throws CommandError with the most similar registration */
function requireRegistration(crewCenter: CrewCenter, wanted: string): string {
  const known = listAircraft(crewCenter).flatMap(({ registration }) => registration ?? []);
  if (known.some((each) => each.toUpperCase() === wanted.toUpperCase())) return wanted;
  throw new CommandError(`There is no aircraft ${wanted}.${didYouMean(wanted, known)} See: tracker aircraft list`, 1, {
    code: 'not-found',
  });
}
