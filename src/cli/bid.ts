import { addBid, editBid, listAllBids } from '../platform/embedded/bid-admin.ts';
import { removeBid } from '../platform/embedded/bid-service.ts';
import { type Bid, flightName } from '../tracking/model.ts';
import type { CommandIo } from './command.ts';
import { commandOf } from './command-of.ts';
import { withCrewCenter } from './crew-center/open.ts';
import { findPilotId } from './crew-center/pilot-id.ts';
import { printList } from './crew-center/print.ts';
import { form } from './form.ts';
import type { About } from './help.ts';
import { saveAudit } from './reach.ts';

const about: About = {
  name: 'bid',
  summary: 'add, list, edit and remove bids',
  text: `Manages the bids of the embedded crew center. SCHEDULE is a schedule's id or ident (see tracker schedule list). Without --aircraft
the pilot chooses one when starting the flight. A flight that was started with a bid continues when the bid is removed.`,
  examples: [
    'tracker bid add DMO0001 DM204 --aircraft HB-JMJ',
    'tracker bid edit 12 --aircraft HB-JMI',
    'tracker bid remove 12',
    'tracker bid list',
    'tracker bid list ada@va.example --json',
  ],
};

const add = form({
  name: 'add',
  withoutData: true,
  positionals: ['LOGIN', 'SCHEDULE'],
  options: { aircraft: { value: 'REGISTRATION' } },
  async run(given, io) {
    const { bid, pilotId } = await withCrewCenter(io, async (crewCenter) => {
      const pilotId = findPilotId(crewCenter, given.positional(0));
      const wanted = { pilotId, schedule: given.positional(1), aircraft: given.option('aircraft') };
      return { pilotId, bid: await addBid(crewCenter, wanted) };
    });
    // As on the page: not by the address that may have been given.
    await saveAudit(io, ['bid-add', pilotId, given.positional(1)]);
    return showBid(bid, io);
  },
});

const edit = form({
  name: 'edit',
  positionals: ['BID'],
  options: {
    aircraft: { value: 'REGISTRATION', about: 'another aircraft; any lets the pilot choose', required: true },
  },
  done: (given) => ['bid-edit', given.positional(0), given.option('aircraft')],
  async run(given, io) {
    const aircraft = given.option('aircraft');
    const wanted = aircraft.toLowerCase() === 'any' ? null : aircraft;
    return showBid(await withCrewCenter(io, (crewCenter) => editBid(crewCenter, given.positional(0), wanted)), io);
  },
});

const remove = form({
  name: 'remove',
  positionals: ['BID'],
  done: (given) => ['bid-remove', given.positional(0), null],
  async run(given, io) {
    const id = given.positional(0);
    await withCrewCenter(io, (crewCenter) => removeBid(crewCenter, id));
    io.out(io.json ? JSON.stringify({ id }) : `Removed bid ${id}.`);
    return 0;
  },
});

const list = form({
  name: 'list',
  positionals: ['LOGIN?'],
  async run(given, io) {
    const login = given.positional(0);
    const bids = await withCrewCenter(io, (crewCenter) => {
      const pilotId = login === '' ? null : findPilotId(crewCenter, login);
      return listAllBids(crewCenter).filter((each) => pilotId === null || each.pilotId === pilotId);
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
export const command = commandOf(about, [list, add, edit, remove]);

/** Prints a bid; the exit code is 1 while it cannot be flown. */
function showBid(bid: Bid, io: CommandIo): number {
  const { departure, arrival, aircraft } = bid.plan;
  const on = aircraft?.registration ?? 'an aircraft of the pilot’s choice';
  if (io.json) io.out(JSON.stringify(bid));
  else io.out(`Bid ${bid.id}: ${flightName(bid.plan)} ${departure.icao}-${arrival.icao} on ${on}.`);
  if (bid.blocked !== null) io.err(`It cannot be flown yet: ${bid.blocked}`);
  return bid.blocked === null ? 0 : 1;
}
