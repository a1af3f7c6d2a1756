import type { Desk } from '../../../src/platform/desk.ts';
import { deskCalls } from '../../../src/platform/port-table.ts';
import type { FleetAircraft } from '../../../src/tracking/desk-model.ts';
import { Bookings } from './bookings.ts';
import type { ModelHost } from './host.ts';
import type { Line } from './line.ts';
import { Logbook } from './logbook.ts';
import type { Plans } from './plans.ts';

/** What pilots book and look up: bids, their own PIREPs, and the lists by which other programs name what is in those. */
export function modelDesk(host: ModelHost, plans: Plans, line: Line): Desk {
  const bookings = new Bookings(host, plans);
  const logbook = new Logbook(host);
  const offered: Partial<Desk> = {
    book: (pilotId, wanted) => line.ask('book', () => bookings.book(pilotId, wanted)),
    unbook: (pilotId, bidId) => line.ask('unbook', () => bookings.unbook(pilotId, bidId)),
    // A bid of a phpVMS 5 has no aircraft.
    ...(host.capabilities.pirepAtStart && {
      chooseAircraft: (pilotId: string, bidId: string, aircraftId: string) =>
        line.ask('chooseAircraft', () => bookings.chooseAircraft(pilotId, bidId, aircraftId)),
    }),
    listPireps: (...asked) => line.ask('listPireps', () => logbook.list(...asked)),
    readPirep: (pilotId, pirepId) => line.ask('readPirep', () => logbook.read(pilotId, pirepId)),
    latestPirep: (pilotId) => line.ask('latestPirep', () => logbook.latest(pilotId)),
    listAirports: () =>
      line.ask('listAirports', () =>
        [...host.airports.values()].map((each) => ({ ...each, iata: null, country: null, isHub: false })),
      ),
    listFleet: () => line.ask('listFleet', () => fleetOf(host)),
    listAirlines: () =>
      line.ask('listAirlines', () =>
        [...host.airlines].map((icao) => ({ id: '1', icao, iata: null, name: icao, country: null, logoUrl: null })),
      ),
  };
  const closed = Object.fromEntries(deskCalls.map((call) => [call, { notOffered: notOfferedText }]));
  return { ...closed, ...offered } as Desk;
}

const notOfferedText = 'This crew center has nothing to look up.';

function fleetOf(host: ModelHost): readonly FleetAircraft[] {
  const inService = [...host.aircraft.values()];
  return inService.map(({ isFree, ...aircraft }) => ({
    ...aircraft,
    subfleet: null,
    airport: null,
    serviceCeilingFt: null,
    maxPassengers: null,
    maxCargoLb: null,
    minRank: null,
    isAllowed: isFree,
  }));
}
