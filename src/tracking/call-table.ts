import type { NamesWith } from '../lib/table.ts';
import type { Calls, Session } from './calls.ts';
import type { DeskCalls } from './desk.ts';

/**
 * Who answers a call where the pilots are divided among several cores: the core of the session's pilot, of the pilot who
 * signs in, of the token's or the key's pilot; any core; the cores of this server, or all of them, together; or the call is
 * a table of calls itself.
 */
type Whose = 'session' | 'login' | 'token' | 'key' | 'any' | 'here' | 'all' | 'table';

interface Row {
  readonly whose: Whose;
  /** A client makes it, so that every contract says by which routes; or a contract makes it while it answers another one. */
  readonly by: 'client' | 'contract';
  /** Whether a server asks another one for it. The request of a session was sent to the right server before. */
  readonly crosses: boolean;
}

/** A call that begins with a session is that pilot's. */
export type CallRows<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends (...args: infer Args) => unknown
    ? Args extends [session: infer First, ...rest: unknown[]]
      ? First extends Pick<Session, 'pilot'>
        ? Row & { readonly whose: 'session'; readonly crosses: false }
        : Row
      : Row
    : Row;
};

/** Every call of a client, once: the routes of contracts, and what routes calls between cores and servers, are derived from here. */
export const callTable = {
  status: { whose: 'any', by: 'client', crosses: false },
  login: { whose: 'login', by: 'client', crosses: true },
  resume: { whose: 'token', by: 'client', crosses: true },
  authenticate: { whose: 'token', by: 'contract', crosses: false },
  authenticateKey: { whose: 'key', by: 'contract', crosses: false },
  isSignedIn: { whose: 'here', by: 'contract', crosses: false },
  logout: { whose: 'session', by: 'client', crosses: false },
  noteSource: { whose: 'session', by: 'contract', crosses: false },
  listDevices: { whose: 'session', by: 'contract', crosses: false },
  endDevices: { whose: 'session', by: 'contract', crosses: false },
  listBids: { whose: 'session', by: 'client', crosses: false },
  latestBid: { whose: 'session', by: 'client', crosses: false },
  start: { whose: 'session', by: 'client', crosses: false },
  changeAircraft: { whose: 'session', by: 'client', crosses: false },
  readFlight: { whose: 'session', by: 'client', crosses: false },
  readReports: { whose: 'session', by: 'client', crosses: false },
  listLive: { whose: 'all', by: 'client', crosses: false },
  isTracked: { whose: 'all', by: 'contract', crosses: false },
  report: { whose: 'session', by: 'client', crosses: false },
  recordEvents: { whose: 'session', by: 'client', crosses: false },
  describe: { whose: 'session', by: 'client', crosses: false },
  finish: { whose: 'session', by: 'client', crosses: false },
  cancel: { whose: 'session', by: 'client', crosses: false },
  desk: { whose: 'table', by: 'contract', crosses: false },
} as const satisfies CallRows<Calls>;

/** The same of the desk's calls. */
export const deskCallTable = {
  searchSchedules: { whose: 'session', by: 'client', crosses: false },
  book: { whose: 'session', by: 'client', crosses: false },
  unbook: { whose: 'session', by: 'client', crosses: false },
  chooseAircraft: { whose: 'session', by: 'client', crosses: false },
  charter: { whose: 'session', by: 'client', crosses: false },
  listPireps: { whose: 'session', by: 'client', crosses: false },
  readPirep: { whose: 'session', by: 'client', crosses: false },
  latestPirep: { whose: 'session', by: 'client', crosses: false },
  statistics: { whose: 'session', by: 'client', crosses: false },
  profile: { whose: 'session', by: 'client', crosses: false },
  listAirports: { whose: 'session', by: 'client', crosses: false },
  listFleet: { whose: 'session', by: 'client', crosses: false },
  listAirlines: { whose: 'any', by: 'client', crosses: false },
  news: { whose: 'any', by: 'client', crosses: false },
  papers: { whose: 'session', by: 'contract', crosses: false },
  offers: { whose: 'any', by: 'contract', crosses: false },
  askHost: { whose: 'any', by: 'contract', crosses: false },
  findHostPirep: { whose: 'any', by: 'contract', crosses: false },
} as const satisfies CallRows<DeskCalls>;

/** Calls of which every contract says by which routes clients make them. */
export type ClientCall = NamesWith<typeof callTable, 'by', 'client'>;
export type ClientDeskCall = NamesWith<typeof deskCallTable, 'by', 'client'>;
