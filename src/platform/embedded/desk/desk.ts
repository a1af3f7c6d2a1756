import type { Desk } from '../../desk.ts';
import type { CrewCenter } from '../crew-center.ts';
import { book, chooseAircraft, unbook } from './booking.ts';
import { charterFlight } from './charter.ts';
import { listFleet } from './fleet-list.ts';
import { listAirlines, listAirports } from './lists.ts';
import { latestFiledPirep, listFiledPireps } from './logbook.ts';
import { readNews } from './news.ts';
import { pilotProfile, pilotStatistics } from './pilot-record.ts';
import { readFiledPirep } from './pirep-detail.ts';
import { searchSchedules } from './schedule-search.ts';

/** What a pilot may look up and book at the embedded crew center. */
export function embeddedDesk(crewCenter: CrewCenter): Desk {
  const read = async <T>(work: () => T): Promise<T> => crewCenter.read(work);
  return {
    searchSchedules: (pilotId, filter, page) => read(() => searchSchedules(crewCenter, pilotId, filter, page)),
    book: (pilotId, wanted) => book(crewCenter, pilotId, wanted),
    unbook: (pilotId, bidId) => unbook(crewCenter, pilotId, bidId),
    chooseAircraft: (pilotId, bidId, aircraftId) => chooseAircraft(crewCenter, pilotId, bidId, aircraftId),
    charter: (pilotId, charter) => charterFlight(crewCenter, pilotId, charter),
    listPireps: (pilotId, filter, page) => read(() => listFiledPireps(crewCenter, pilotId, filter, page)),
    readPirep: (pilotId, pirepId) => read(() => readFiledPirep(crewCenter, pilotId, pirepId)),
    latestPirep: (pilotId) => read(() => latestFiledPirep(crewCenter, pilotId)),
    statistics: (pilotId) => read(() => pilotStatistics(crewCenter, pilotId)),
    profile: (pilotId) => read(() => pilotProfile(crewCenter, pilotId)),
    listAirports: (pilotId) => listAirports(crewCenter, pilotId),
    listFleet: (pilotId) => read(() => listFleet(crewCenter, pilotId)),
    listAirlines: () => read(() => listAirlines(crewCenter)),
    news: (limit) => read(() => readNews(crewCenter, limit)),
  };
}
