import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../../../lib/clock.ts';
import type { Desk } from '../../../desk.ts';
import { book, unbook } from './booking.ts';
import { charterFlight } from './charter.ts';
import { listAirlines, listAirports, listFleet, readNews } from './lists.ts';
import { latestFiledPirep, listFiledPireps, readFiledPirep } from './logbook.ts';
import { pilotProfile, pilotStatistics } from './pilot-record.ts';
import { searchSchedules } from './schedule-search.ts';

/** What a pilot may look up and book at the embedded crew center of version 5. @param asking refuses what cannot be asked */
export function fiveDesk(
  database: DatabaseSync,
  clock: Clock,
  asking: <A extends unknown[], R>(ask: (...args: A) => R) => (...args: A) => Promise<R>,
): Desk {
  return {
    searchSchedules: asking((pilotId, filter, page) => searchSchedules(database, pilotId, filter, page)),
    book: asking((pilotId, wanted) => book(database, clock, pilotId, wanted)),
    unbook: asking((pilotId, bidId) => unbook(database, pilotId, bidId)),
    chooseAircraft: {
      notOffered: 'The schedule names the aircraft here. Another one can be chosen when the flight starts.',
    },
    charter: asking((pilotId, charter) => charterFlight(database, clock, pilotId, charter)),
    listPireps: asking((pilotId, filter, page) => listFiledPireps(database, pilotId, filter, page)),
    readPirep: asking((pilotId, pirepId) => readFiledPirep(database, pilotId, pirepId)),
    latestPirep: asking((pilotId) => latestFiledPirep(database, pilotId)),
    statistics: asking((pilotId) => pilotStatistics(database, pilotId)),
    profile: asking((pilotId) => pilotProfile(database, pilotId)),
    listAirports: asking((pilotId) => listAirports(database, pilotId)),
    listFleet: asking((pilotId) => listFleet(database, pilotId)),
    listAirlines: asking(() => listAirlines(database)),
    news: asking((limit) => readNews(database, limit)),
  };
}
