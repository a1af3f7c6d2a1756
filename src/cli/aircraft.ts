import { addAircraft, listAircraft } from '../platform/embedded/fleet-admin.ts';
import { commandOf } from './command-of.ts';
import { withCrewCenter } from './crew-center/open.ts';
import { hours, printList } from './crew-center/print.ts';
import { form } from './form.ts';
import type { About } from './help.ts';

const about: About = {
  name: 'aircraft',
  summary: 'add and list aircraft',
  text: `Manages the aircraft of the embedded crew center. A new one joins the fleet of its type, which every rank may fly.`,
  examples: ['tracker aircraft add HB-JMJ A343 --name "Airbus A340-300" --at LSZH', 'tracker aircraft list --json'],
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
export const command = commandOf(about, [list, add]);
