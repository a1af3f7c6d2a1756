import type { Journal } from '../../../journal/journal.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Desk } from '../../../platform/desk.ts';
import type { Platform } from '../../../platform/port.ts';
import { type DeskCalls, offered, papersOf } from '../../desk.ts';
import type { Changes } from '../../flight/changes.ts';
import { Refusal } from '../../refusals.ts';
import { requireMayFly } from '../../sessions/standing.ts';
import type { Waits } from '../../sessions/waiting.ts';
import { HostApi } from './host-api.ts';
import { OwnPireps } from './own-pireps.ts';
import { PilotLists } from './pilot-lists.ts';

interface OfPilot {
  readonly pilot: { readonly id: string };
}

interface DeskNeeds {
  readonly platform: Pick<Platform, 'desk' | 'ownApi' | 'papers' | 'readPilots'>;
  readonly journal: Pick<Journal, 'readFlight' | 'readReports'>;
  readonly clock: Clock;
  readonly waits: Waits;
  readonly changes: Changes;
}

/** What pilots look up and book at the crew center, each for the pilot of a session. */
export function createDeskCalls({ platform, journal, clock, waits, changes }: DeskNeeds): DeskCalls {
  const { desk } = platform;
  const lists = new PilotLists(desk, clock);
  const changing = async <T>(pilotId: string, change: (pilotId: string) => Promise<T>): Promise<T> => {
    try {
      return await change(pilotId);
    } finally {
      lists.forget(pilotId);
    }
  };
  /** A booking by a pilot who may fly: the session of one who may not ends only within a minute. */
  const booking = async <T>({ pilot }: OfPilot, book: (pilotId: string) => Promise<T>): Promise<T> => {
    requireMayFly((await platform.readPilots([pilot.id])).get(pilot.id)?.standing ?? 'deleted');
    return changing(pilot.id, book);
  };
  return {
    offers: (call) => typeof desk[call] === 'function',
    searchSchedules: async ({ pilot }, ...rest) => offered(desk, 'searchSchedules')(pilot.id, ...rest),
    book: (session, wanted) => booking(session, async (id) => offered(desk, 'book')(id, wanted)),
    unbook: ({ pilot }, bidId) => changing(pilot.id, async (id) => offered(desk, 'unbook')(id, bidId)),
    chooseAircraft: (session, ...rest) => booking(session, async (id) => offered(desk, 'chooseAircraft')(id, ...rest)),
    charter: (session, charter) => booking(session, async (id) => offered(desk, 'charter')(id, charter)),
    papers: (session) => papersOf(platform.papers, session),
    ...hostCalls(new HostApi(platform, clock, waits, changes)),
    ...logbookCalls(desk, new OwnPireps(journal)),
    statistics: async ({ pilot }) => offered(desk, 'statistics')(pilot.id),
    profile: async ({ pilot }) => {
      const profile = await offered(desk, 'profile')(pilot.id);
      const found = (await platform.readPilots([pilot.id])).get(pilot.id);
      if (found === undefined) throw new Refusal('not-found', { message: 'There is no such pilot.' });
      const { homeAirport, currentAirport, standing } = found;
      return { ...profile, homeAirport, currentAirport, standing };
    },
    listAirports: async ({ pilot }) => lists.airports(pilot.id),
    listFleet: async ({ pilot }) => lists.fleet(pilot.id),
    listAirlines: async () => offered(desk, 'listAirlines')(),
    news: async (limit) => offered(desk, 'news')(limit),
  };
}

function hostCalls(hostApi: HostApi): Pick<DeskCalls, 'askHost' | 'findHostPirep'> {
  return {
    askHost: (contract, session, call) => hostApi.ask(contract, session?.pilot.id ?? null, call),
    findHostPirep: (contract, id) => hostApi.findPirep(contract, id),
  };
}

/** The pilot's PIREPs, with what the journal keeps of them. */
function logbookCalls(desk: Desk, own: OwnPireps): Pick<DeskCalls, 'listPireps' | 'readPirep' | 'latestPirep'> {
  return {
    listPireps: async ({ pilot }, ...rest) => {
      const page = await offered(desk, 'listPireps')(pilot.id, ...rest);
      return { ...page, items: await Promise.all(page.items.map((pirep) => own.summary(pilot.id, pirep))) };
    },
    readPirep: async ({ pilot }, pirepId) => {
      const pirep = await offered(desk, 'readPirep')(pilot.id, pirepId);
      return pirep === null ? null : own.detail(pilot.id, pirep);
    },
    latestPirep: async ({ pilot }) => {
      const pirep = await offered(desk, 'latestPirep')(pilot.id);
      return pirep === null ? null : own.summary(pilot.id, pirep);
    },
  };
}
