import { addAirline, listAirlines } from '../platform/embedded/fleet-admin.ts';
import { commandOf } from './command-of.ts';
import { withCrewCenter } from './crew-center/open.ts';
import { printList } from './crew-center/print.ts';
import { form } from './form.ts';
import type { About } from './help.ts';

const about: About = {
  name: 'airline',
  summary: 'add and list airlines',
  text: `Manages the airlines of the embedded crew center. A new crew center needs an airline before it can have pilots; adding the
first one also creates the rank of new pilots.`,
  examples: ['tracker airline add DMO "Demo Air" --iata DM', 'tracker airline list'],
};

const add = form({
  name: 'add',
  withoutData: true,
  positionals: ['ICAO', 'NAME'],
  options: { iata: { value: 'CODE' } },
  done: (given) => ['airline-add', given.positional(0), given.positional(1)],
  async run(given, io) {
    const airline = await withCrewCenter(io, (crewCenter) =>
      addAirline(crewCenter, { icao: given.positional(0), name: given.positional(1), iata: given.option('iata') }),
    );
    io.out(io.json ? JSON.stringify(airline) : `Added airline ${airline.icao} ${airline.name}.`);
    return 0;
  },
});

const list = form({
  name: 'list',
  async run(_given, io) {
    const airlines = await withCrewCenter(io, listAirlines);
    printList(io, airlines, {
      titles: ['ICAO', 'IATA', 'NAME'],
      row: ({ icao, iata, name }) => [icao, iata, name],
      none: 'There are no airlines yet. Add one: tracker airline add ICAO NAME',
    });
    return 0;
  },
});

/** Airlines of the embedded crew center. */
export const command = commandOf(about, [list, add]);
