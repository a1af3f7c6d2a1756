import { Turns } from '../../../lib/turns.ts';
import { Refusal } from '../../../tracking/refusals.ts';
import type { PilotDesk } from '../../desk.ts';
import { listAirlines, listAirports } from '../../seven/lists.ts';
import { latestPirep, listPireps } from '../../seven/logbook.ts';
import { readProfile, readStatistics } from '../../seven/pilot-record.ts';
import { avatarOf, linkOf } from '../../web-address.ts';
import type { Host } from '../host.ts';
import { book, chooseAircraft, unbook } from './booking.ts';
import { charterFlight } from './charters.ts';
import { listFleet } from './fleet-list.ts';
import { listNews } from './news.ts';
import { readPirep } from './pirep-detail.ts';
import { searchSchedules } from './schedules.ts';

/**
 * What a pilot may look up and book at this crew center: looked up by SQL, booked by the platform's bid service with the
 * pilot's own key. Bookings of one pilot are made one after the other, for the platform would make two bids of one.
 */
export function createDesk(host: Host, siteUrl: string): PilotDesk {
  const { database } = host;
  const turns = new Turns();
  const pictures = {
    ofRank: (kept: string | null) => linkOf(siteUrl, kept),
    ofPilot: (kept: string | null) => avatarOf(siteUrl, kept),
  };
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
    async profile(pilotId) {
      const profile = await readProfile(database, pictures, pilotId);
      if (profile === null) throw new Refusal('not-found', { message: 'The crew center has no such pilot.' });
      return profile;
    },
    listAirports: (pilotId) => listAirports(database, pilotId),
    listFleet: (pilotId) => listFleet(host, pilotId),
    listAirlines: () => listAirlines(database, pictures.ofRank),
    news: (limit) => listNews(database, limit),
  };
}
