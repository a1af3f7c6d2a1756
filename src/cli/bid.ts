import { flightName } from '../lib/flight-name.ts';
import { addBid, listAllBids } from '../platform/embedded/bid-admin.ts';
import { listPilots } from '../platform/embedded/pilot-admin.ts';
import { commandOf } from './command-of.ts';
import { withCrewCenter } from './crew-center/open.ts';
import { findPilotId } from './crew-center/pilot-id.ts';
import { printList } from './crew-center/print.ts';
import { form } from './form.ts';
import type { About } from './help.ts';

const about: About = {
  name: 'bid',
  summary: 'add and list bids',
  text: `Manages the bids of the embedded crew center. SCHEDULE is a schedule's id or ident (see tracker schedule list). Without --aircraft
the pilot chooses one when starting the flight.`,
  examples: [
    'tracker bid add DMO0001 DM204 --aircraft HB-JMJ',
    'tracker bid list',
    'tracker bid list ada@va.example --json',
  ],
};

const add = form({
  name: 'add',
  withoutData: true,
  positionals: ['LOGIN', 'SCHEDULE'],
  options: { aircraft: { value: 'REGISTRATION' } },
  done: (given) => ['bid-add', given.positional(0), given.positional(1)],
  async run(given, io) {
    const bid = await withCrewCenter(io, (crewCenter) => {
      const pilotId = findPilotId(crewCenter, given.positional(0));
      return addBid(crewCenter, { pilotId, schedule: given.positional(1), aircraft: given.option('aircraft') });
    });
    const { departure, arrival, aircraft } = bid.plan;
    const on = aircraft?.registration ?? 'an aircraft of the pilot’s choice';
    if (io.json) io.out(JSON.stringify(bid));
    else io.out(`Bid ${bid.id}: ${flightName(bid.plan)} ${departure.icao}-${arrival.icao} on ${on}.`);
    if (bid.blocked !== null) io.err(`It cannot be flown yet: ${bid.blocked}`);
    return bid.blocked === null ? 0 : 1;
  },
});

const list = form({
  name: 'list',
  positionals: ['LOGIN?'],
  async run(given, io) {
    const login = given.positional(0);
    const bids = await withCrewCenter(io, (crewCenter) => {
      const pilotId = login === '' ? null : findPilotId(crewCenter, login);
      const idents = new Map(listPilots(crewCenter).map(({ pilot }) => [pilot.id, pilot.ident]));
      return listAllBids(crewCenter)
        .filter((each) => pilotId === null || each.pilotId === pilotId)
        .map(({ pilotId: id, bid }) => ({ pilot: idents.get(id) ?? id, ...bid }));
    });
    printList(io, bids, {
      titles: ['BID', 'PILOT', 'FLIGHT', 'FROM', 'TO', 'AIRCRAFT', 'BLOCKED'],
      row: ({ id, pilot, plan, aircraftChoices, blocked }) => [
        ...[id, pilot, flightName(plan), plan.departure.icao, plan.arrival.icao],
        plan.aircraft?.registration ?? `${aircraftChoices.length} to choose from`,
        blocked ?? '',
      ],
      none: 'There are no bids. Add one: tracker bid add LOGIN SCHEDULE',
    });
    return 0;
  },
});

/** Bids of the embedded crew center. */
export const command = commandOf(about, [list, add]);
