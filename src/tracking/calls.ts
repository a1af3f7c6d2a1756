import type { Secret } from '../lib/secret.ts';
import type { DeskCalls } from './desk.ts';
import type { FlightView } from './figures/flight-view.ts';
import type {
  Bid,
  EarlyFigures,
  Flight,
  FlightEvent,
  FlightName,
  FreeFlight,
  Network,
  PlanChanges,
  Position,
  Receipt,
  RefusedReport,
  Report,
  ReportedFigures,
} from './model.ts';
import type { Device, LoginRequest, RequestSource, Session, SessionGrant, Status } from './sessions/session-model.ts';

export type {
  Device,
  Limits,
  LoginRequest,
  RequestSource,
  Session,
  SessionGrant,
  Status,
} from './sessions/session-model.ts';

/**
 * Every call that a client can make. A contract decodes its wire to these requests and encodes these results;
 * every call may throw `Refusal`. Instants are milliseconds, units as in `model.ts`.
 */
export interface Calls {
  status(): Status;
  login(request: LoginRequest): Promise<SessionGrant>;
  /**
   * For a client that starts with a stored session: returns the same session and the pilot's current data from the crew
   * center. The session's lifetime is not extended.
   * @throws Refusal `no-session`, also when the password has changed since; `session-expired`, `pilot-not-allowed`
   */
  resume(token: string | null): Promise<SessionGrant>;
  /**
   * Returns the session of this token, or throws `no-session` / `session-expired`. Synchronous, because every position uses it.
   * Also counts the call against the session's rate (`too-many-requests`).
   */
  authenticate(token: string | null): Session;
  /**
   * Returns the session of the pilot with this API key, without a login of its own. Synchronous while the key was checked
   * within the last minute; otherwise the crew center is asked. While it cannot be reached, a key that was right stays right.
   * @throws Refusal `no-session` for null, `wrong-login` for an unknown key; `login-throttled`, `pilot-not-allowed`,
   *   `crew-center-unavailable`, `too-many-requests`
   */
  authenticateKey(apiKey: Secret | null, address: string): Session | Promise<Session>;
  /** Whether this is the digest of a live session's token. Counts against no rate. */
  isSignedIn(tokenHash: string): boolean;
  logout(session: Session): Promise<void>;
  /** Notes from where a request of this session comes, for `listDevices`. Synchronous, because every position uses it. */
  noteSource(session: Session, source: RequestSource): void;
  /** Returns the sessions of this session's pilot, the last used first. */
  listDevices(session: Session): readonly Device[];
  /** Ends those of the pilot's sessions that have these ids; their clients must sign in again. Returns how many. */
  endDevices(session: Session, ids: readonly string[]): Promise<number>;
  listBids(session: Session): Promise<readonly Bid[]>;
  latestBid(session: Session): Promise<LatestBid>;
  start(session: Session, request: StartRequest): Promise<StartResult>;
  /**
   * Changes the aircraft of the named flight, or of the open one, until it is finished. The change is stored at once and
   * delivered to the crew center as soon as possible.
   * @throws Refusal `invalid` naming `aircraft` or `registration` when the crew center does not let this pilot take it
   */
  changeAircraft(session: Session, request: AircraftRequest): Promise<FlightView>;
  /** Returns the named flight, or without a name the open one; null when none is open. */
  readFlight(session: Session, name: FlightName | null): Promise<FlightView | null>;
  /** Returns the reports of the named flight, in the order in which they arrived. @throws Refusal `flight-not-found` */
  readReports(session: Session, name: FlightName): Promise<readonly Report[]>;
  /** Returns the flights of all pilots that are open and have a position: those on the public map. */
  listLive(): readonly FlightView[] | Promise<readonly FlightView[]>;
  /** Whether this PIREP is that of a flight of any pilot that is not over, or was until lately. */
  isTracked(pirepId: string): boolean | Promise<boolean>;
  report(session: Session, request: ReportRequest): Promise<ReportResult>;
  recordEvents(session: Session, request: EventsRequest): Promise<ReportResult>;
  /**
   * Notes what the client says of the PIREP of this flight before it is finished. Counts as a sign of life.
   * @throws Refusal as `report`
   */
  describe(session: Session, request: DescribeRequest): Promise<FlightView>;
  finish(session: Session, request: FinishRequest): Promise<FinishResult>;
  cancel(session: Session, request: CancelRequest): Promise<CancelResult>;
  /** What the pilot may look up and book. */
  readonly desk: DeskCalls;
}

export interface LatestBid {
  readonly bid: Bid | null;
  readonly blocked: string | null;
  readonly openFlight: FlightView | null;
}

export interface StartRequest {
  readonly bidId: string | null;
  /** Aircraft id or ICAO type. */
  readonly aircraft: string | null;
  readonly registration: string | null;
  /** What is flown when no bid is named. */
  readonly freeFlight: FreeFlight | null;
  /** In the place of a bid, beside `freeFlight`: the bid on this schedule is flown, and made if there is none. */
  readonly schedule?: { readonly id: string | null };
  readonly network?: Network | null;
  /** What the client says of the plan that the bid or the free flight leaves open, or says otherwise. */
  readonly plan?: PlanChanges;
  /** Which other flight of the pilot is abandoned for this one; default `never-airborne`. */
  readonly replaces?: Replaceable;
  /** The call came through the crew center and holds one of its workers until the response is sent. */
  readonly holdsWorker?: boolean;
}

/** A silent flight that never was airborne; or any silent flight, for clients that cannot end one. */
export type Replaceable = 'never-airborne' | 'suspended';

export interface StartResult {
  readonly flight: FlightView;
  readonly resumed: boolean;
}

export interface AircraftRequest {
  readonly name: FlightName | null;
  /** Aircraft id or ICAO type. One of the two must be given. */
  readonly aircraft: string | null;
  readonly registration: string | null;
  readonly holdsWorker?: boolean;
}

/** Where a report may open a flight that has no `start` call of its own. */
export interface Opening {
  /** What the first position contains about a flight without a bid. */
  readonly freeFlight: FreeFlight | null;
  readonly network?: Network | null;
}

export interface ReportRequest {
  readonly name: FlightName | null;
  /** The positions that passed the contract's validation, in the order sent. */
  readonly positions: readonly Position[];
  /**
   * By what a repeat of each position is recognised within the flight: the client's own id, or a number that its contract made
   * of what the position says; null for one that nothing tells from others.
   */
  readonly ids?: readonly (string | number | null)[];
  /** Positions without a time of their own are dated among each other by the simulator's clock, where it rises. */
  readonly isDatedBySimTime?: boolean;
  /** Null in a contract that has a `start`. */
  readonly opening: Opening | null;
  readonly holdsWorker?: boolean;
}

export interface ReportResult {
  /** The flight as it is when the view is read, a moment after the reports are on disk. */
  readonly view: Pick<FlightView, 'flight' | 'phase' | 'lastPosition' | 'lastSeq' | 'positionCount' | 'nextIntervalS'>;
  readonly stored: number;
  readonly duplicate: number;
  /** Reports that the core refused: dated too far in the future, or beyond the flight's quota. */
  readonly refused: readonly RefusedReport[];
}

export interface EventsRequest {
  readonly name: FlightName | null;
  readonly events: readonly FlightEvent[];
}

export interface DescribeRequest {
  readonly name: FlightName;
  readonly said: EarlyFigures;
}

export interface FinishRequest {
  readonly name: FlightName | null;
  readonly figures: ReportedFigures;
  readonly holdsWorker?: boolean;
  /** Null in a contract that has a `start`. Otherwise a flight without any received position is filed from its figures. */
  readonly opening: Opening | null;
}

export type FinishResult =
  | { readonly state: 'filed'; readonly receipt: Receipt; readonly flight: Flight; readonly repeated: boolean }
  | { readonly state: 'filing'; readonly flight: Flight };

export interface CancelRequest {
  readonly name: FlightName | null;
  readonly reason: string | null;
  readonly holdsWorker?: boolean;
}

export interface CancelResult {
  readonly flight: Flight;
  readonly repeated: boolean;
}
