import type { NewsItem } from '../../../tracking/desk-model.ts';
import { Refusal } from '../../../tracking/refusals.ts';
import type { Desk } from '../../desk.ts';
import { listAirlines, listAirports } from '../../seven/lists.ts';
import { latestPirep, listPireps } from '../../seven/logbook.ts';
import { readProfile, readStatistics } from '../../seven/pilot-record.ts';
import { readPirep } from '../../seven/pirep-detail.ts';
import { webAddressOrNull } from '../../web-address.ts';
import type { CrewCenter } from '../crew-center.ts';
import { listNews } from '../news.ts';
import { readSettings } from '../settings.ts';
import { book, chooseAircraft, unbook } from './booking.ts';
import { charterFlight } from './charter.ts';
import { listFleet } from './fleet-list.ts';
import { searchSchedules } from './schedule-search.ts';

/** What a pilot may look up and book at the embedded crew center. */
export function embeddedDesk(crewCenter: CrewCenter): Desk {
  const { tables } = crewCenter;
  const pictures = { ofRank: webAddressOrNull, ofPilot: webAddressOrNull };
  const read = async <T>(work: () => T): Promise<T> => crewCenter.read(work);
  return {
    searchSchedules: (pilotId, filter, page) => searchSchedules(crewCenter, pilotId, filter, page),
    book: (pilotId, wanted) => book(crewCenter, pilotId, wanted),
    unbook: (pilotId, bidId) => unbook(crewCenter, pilotId, bidId),
    chooseAircraft: (pilotId, bidId, aircraftId) => chooseAircraft(crewCenter, pilotId, bidId, aircraftId),
    charter: (pilotId, charter) => charterFlight(crewCenter, pilotId, charter),
    listPireps: (pilotId, filter, page) => listPireps(tables, pilotId, filter, page),
    // An operator is no user of the crew center, so the airline signs. The track is the journal's.
    readPirep: (pilotId, pirepId) => readPirep(tables, { pilotId, pirepId }, () => readSettings(crewCenter).name),
    latestPirep: (pilotId) => latestPirep(tables, pilotId),
    statistics: (pilotId) => readStatistics(tables, pilotId),
    async profile(pilotId) {
      const profile = await readProfile(tables, pictures, pilotId);
      if (profile === null) throw new Refusal('not-found', { message: 'There is no such pilot.' });
      return profile;
    },
    listAirports: (pilotId) => listAirports(tables, pilotId),
    listFleet: (pilotId) => read(() => listFleet(crewCenter, pilotId)),
    listAirlines: () => listAirlines(tables, webAddressOrNull),
    news: (limit) => read(() => readNews(crewCenter, limit)),
  };
}

/** Newest first. */
function readNews(crewCenter: CrewCenter, limit: number): readonly NewsItem[] {
  const author = readSettings(crewCenter).name;
  return listNews(crewCenter, limit).map(({ title, body, postedAt }) => ({ title, body, author, postedAt }));
}
