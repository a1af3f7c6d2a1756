import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../../../lib/clock.ts';
import { Refusal } from '../../../../tracking/refusals.ts';
import type { Desk } from '../../../desk.ts';
import { listFleet } from '../../../five/fleet-list.ts';
import { listAirlines, listAirports, listNews } from '../../../five/lists.ts';
import { latestPirep, listPireps } from '../../../five/logbook.ts';
import { readProfile, readStatistics } from '../../../five/pilot-record.ts';
import { readPirep } from '../../../five/pirep-detail.ts';
import { searchSchedules } from '../../../five/schedule-search.ts';
import { webAddressOrNull } from '../../../web-address.ts';
import { asking, hostOf } from '../host.ts';
import { book, unbook } from './booking.ts';
import { charterFlight } from './charter.ts';

/** What a pilot may look up and book at the embedded crew center of version 5. */
export function fiveDesk(database: DatabaseSync, clock: Clock): Desk {
  const host = hostOf(database);
  const pictures = { ofRank: webAddressOrNull, ofPilot: () => null };
  return {
    searchSchedules: (...asked) => searchSchedules(host, ...asked),
    book: asking((pilotId, wanted) => book(database, clock, pilotId, wanted)),
    unbook: asking((pilotId, bidId) => unbook(database, pilotId, bidId)),
    chooseAircraft: {
      notOffered: 'The schedule names the aircraft here. Another one can be chosen when the flight starts.',
    },
    charter: asking((pilotId, charter) => charterFlight(database, clock, pilotId, charter)),
    listPireps: (...asked) => listPireps(host, ...asked),
    readPirep: (...asked) => readPirep(host, ...asked),
    latestPirep: (pilotId) => latestPirep(host, pilotId),
    statistics: (pilotId) => readStatistics(host, pilotId),
    async profile(pilotId) {
      const profile = await readProfile(host, pictures, pilotId);
      if (profile === null) throw new Refusal('not-found', { message: 'There is no such pilot.' });
      return profile;
    },
    listAirports: (pilotId) => listAirports(host, pilotId),
    listFleet: (pilotId) => listFleet(host, pilotId),
    listAirlines: () => listAirlines(host),
    news: (limit) => listNews(host, limit),
  };
}
