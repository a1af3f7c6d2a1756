import { Turns } from '../../../lib/turns.ts';
import type { PilotDesk } from '../../desk.ts';
import type { Host } from '../host.ts';
import { listAirlines, listAirports, listNews } from './airline-lists.ts';
import { book, chooseAircraft, unbook } from './booking.ts';
import { charterFlight } from './charters.ts';
import { listFleet } from './fleet-list.ts';
import { latestPirep, listPireps } from './logbook.ts';
import { readProfile, readStatistics } from './pilot-record.ts';
import { readPirep } from './pirep-detail.ts';
import { searchSchedules } from './schedules.ts';

/**
 * What a pilot may look up and book at this crew center: looked up by SQL, booked by the platform's bid service with the
 * pilot's own key. Bookings of one pilot are made one after the other, for the platform would make two bids of one.
 */
export function createDesk(host: Host, siteUrl: string): PilotDesk {
  const { database } = host;
  const turns = new Turns();
  return {
    searchSchedules: (pilotId, filter, page) => searchSchedules(host, pilotId, filter, page),
    book: (pilotId, wanted) => turns.run(pilotId, () => book(host, { pilotId, ...wanted })),
    unbook: (pilotId, bidId) => turns.run(pilotId, () => unbook(host, pilotId, bidId)),
    chooseAircraft: (pilotId, bidId, aircraftId) =>
      turns.run(pilotId, () => chooseAircraft(host, pilotId, bidId, aircraftId)),
    charter: (pilotId, charter) => turns.run(pilotId, () => charterFlight(host, pilotId, charter)),
    listPireps: (pilotId, filter, page) => listPireps(database, pilotId, filter, page),
    readPirep: (pilotId, pirepId) => readPirep(database, pilotId, pirepId),
    latestPirep: (pilotId) => latestPirep(database, pilotId),
    statistics: (pilotId) => readStatistics(database, pilotId),
    profile: (pilotId) => readProfile(database, siteUrl, pilotId),
    listAirports: (pilotId) => listAirports(database, pilotId),
    listFleet: (pilotId) => listFleet(host, pilotId),
    listAirlines: () => listAirlines(database, siteUrl),
    news: (limit) => listNews(database, limit),
  };
}
