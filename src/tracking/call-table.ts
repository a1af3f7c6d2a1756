import type { Calls, Session } from './calls.ts';
import type { DeskCalls } from './desk.ts';

/**
 * Who answers a call where the pilots are divided among several cores: the core of the session's pilot, of the pilot who
 * signs in, of the token's or the key's pilot; any core; all of them together; or the call is a table of calls itself.
 */
type Whose = 'session' | 'login' | 'token' | 'key' | 'any' | 'all' | 'table';

interface Row {
  readonly whose: Whose;
}

/** A call that begins with a session is that pilot's. */
export type CallRows<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends (...args: infer Args) => unknown
    ? Args extends [session: infer First, ...rest: unknown[]]
      ? First extends Pick<Session, 'pilot'>
        ? { readonly whose: 'session' }
        : Row
      : Row
    : Row;
};

/** Every call of a client, once: what routes calls between cores and servers is derived from here. */
export const callTable = {
  status: { whose: 'any' },
  login: { whose: 'login' },
  resume: { whose: 'token' },
  authenticate: { whose: 'token' },
  authenticateKey: { whose: 'key' },
  isSignedIn: { whose: 'all' },
  logout: { whose: 'session' },
  listBids: { whose: 'session' },
  latestBid: { whose: 'session' },
  start: { whose: 'session' },
  changeAircraft: { whose: 'session' },
  readFlight: { whose: 'session' },
  readReports: { whose: 'session' },
  listLive: { whose: 'all' },
  isTracked: { whose: 'all' },
  report: { whose: 'session' },
  recordEvents: { whose: 'session' },
  describe: { whose: 'session' },

  finish: { whose: 'session' },
  cancel: { whose: 'session' },
  desk: { whose: 'table' },
} as const satisfies CallRows<Calls>;

/** The same of the desk's calls. */
export const deskCallTable = {
  searchSchedules: { whose: 'session' },
  book: { whose: 'session' },
  unbook: { whose: 'session' },
  chooseAircraft: { whose: 'session' },
  charter: { whose: 'session' },
  listPireps: { whose: 'session' },
  readPirep: { whose: 'session' },
  latestPirep: { whose: 'session' },
  statistics: { whose: 'session' },
  profile: { whose: 'session' },
  listAirports: { whose: 'session' },
  listFleet: { whose: 'session' },
  papers: { whose: 'session' },
  listAirlines: { whose: 'any' },
  news: { whose: 'any' },
  offers: { whose: 'any' },
  askHost: { whose: 'any' },
  findHostPirep: { whose: 'any' },
} as const satisfies CallRows<DeskCalls>;
