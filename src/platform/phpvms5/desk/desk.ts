import { Refusal } from '../../../tracking/refusals.ts';
import type { OpenLog } from '../../crew-center.ts';
import type { Desk, PilotDesk } from '../../desk.ts';
import { listFleet } from '../../five/fleet-list.ts';
import { listAirlines, listAirports, listNews } from '../../five/lists.ts';
import { latestPirep, listPireps } from '../../five/logbook.ts';
import { readProfile, readStatistics } from '../../five/pilot-record.ts';
import { readPirep } from '../../five/pirep-detail.ts';
import { keepsAircraft } from '../../five/schedule-rows.ts';
import { searchSchedules } from '../../five/schedule-search.ts';
import type { Bridge } from '../bridge.ts';
import type { Host } from '../host.ts';
import { locked, lockOf } from '../lock.ts';
import { book, type Counter, chooseAircraft, noAircraftInBids, unbook } from './booking.ts';
import { charterFlight } from './charter.ts';
import { avatarAddress, pictureAddress, type Site } from './site.ts';

/** The way to a crew center that may be unavailable. */
export interface DeskDoor {
  readonly site: Site;
  readonly log: OpenLog;
  /** The host once it has been reached. */
  readonly known: () => Host | null;
  ask<T>(work: (host: Host, bridge: Bridge | null) => Promise<T>): Promise<T>;
  /** The same for what writes. */
  write<T>(work: (host: Host, bridge: Bridge | null) => Promise<T>): Promise<T>;
}

/** What a pilot may look up and book at a phpVMS 5: looked up by SQL, booked by its own functions where they work. */
export function createDesk(door: DeskDoor): Desk {
  const change = oneByOne(door);
  const pictures = {
    ofRank: (kept: string) => pictureAddress(door.site, kept),
    ofPilot: (code: string) => avatarAddress(door.site, code),
  };
  const choose: PilotDesk['chooseAircraft'] = (...asked) => change((counter) => chooseAircraft(counter, ...asked));
  return {
    searchSchedules: (...asked) => door.ask((host) => searchSchedules(host, ...asked)),
    book: (...asked) => change((counter) => book(counter, ...asked)),
    unbook: (...asked) => change((counter) => unbook(counter, ...asked)),
    // Which of the two is known when the tables have been read.
    get chooseAircraft() {
      const host = door.known();
      return host === null || keepsAircraft(host) ? choose : { notOffered: noAircraftInBids };
    },
    charter: (...asked) => change((counter) => charterFlight(counter, ...asked)),
    listPireps: (...asked) => door.ask((host) => listPireps(host, ...asked)),
    readPirep: (...asked) => door.ask((host) => readPirep(host, ...asked)),
    latestPirep: (pilotId) => door.ask((host) => latestPirep(host, pilotId)),
    statistics: (pilotId) => door.ask((host) => readStatistics(host, pilotId)),
    profile: (pilotId) =>
      door.ask(async (host) => {
        const profile = await readProfile(host, pictures, pilotId);
        if (profile === null) throw new Refusal('not-found', { message: 'The crew center has no such pilot.' });
        return profile;
      }),
    listAirports: (pilotId) => door.ask((host) => listAirports(host, pilotId)),
    listFleet: (pilotId) => door.ask((host) => listFleet(host, pilotId)),
    listAirlines: () => door.ask((host) => listAirlines(host)),
    news: (limit) => door.ask((host) => listNews(host, limit)),
  };
}

/**
 * Bookings are made one by one, also by two servers on one crew center: two pilots who want the same schedule, or one pilot
 * who asks twice, would both find it free. Those of this server wait here, and hold no connection meanwhile.
 */
function oneByOne(door: DeskDoor): <T>(task: (counter: Counter) => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const run = () =>
      door.write((host, bridge) =>
        host.mysql.session(async (session) => {
          const lock = await lockOf(session, host, 'bids');
          return locked(session, lock, 'Another booking is under way.', () =>
            task({ session, host, bridge, log: door.log }),
          );
        }),
      );
    const turn = last.then(run);
    last = turn.catch(() => undefined);
    return turn;
  };
}
