import { type ClockSync, syncClock } from './clock-sync.ts';
import { Desk } from './desk.ts';
import type { BidAnswer, Credentials, FlightName } from './dialect.ts';
import { type FlightParts, TrackedFlight } from './flight.ts';
import type { Notify } from './notice.ts';
import type { ClientOptions } from './options.ts';
import { type StoreOption, storeOfPilot } from './pilot-store.ts';
import { asking, type Patience } from './repeat.ts';
import type { FlightMark, ReportStore, StoredFlight } from './report-store.ts';
import { isOfFlight, memoryStore, unnamedForMs } from './report-store.ts';
import { Session } from './session.ts';
import { isTrackerError, TrackerError } from './tracker-error.ts';
import type { Bid, FlightView, Hello, PilotView, StartRequest } from './wire-types.ts';

export interface ClientParts extends ClockSync {
  readonly options: ClientOptions;
}

/** A crew center's tracker: one pilot, one flight at a time. The same for both contracts. Created by `connectTracker`. */
export class TrackerClient {
  /** Schedules, bids, PIREPs, the fleet: what the pilot looks up and books. */
  readonly desk: Desk;
  readonly #parts: ClientParts;
  readonly #session: Session;
  #store: ReportStore = memoryStore();
  readonly #storeOption: StoreOption;
  readonly #notify: Notify;

  constructor(parts: ClientParts) {
    const { discovery, transport, timing, options } = parts;
    this.#parts = parts;
    this.#storeOption = options.store ?? memoryStore();
    this.#notify = options.notify ?? (() => undefined);
    this.#session = new Session({
      dialect: discovery.dialect,
      base: discovery.base,
      transport,
      timing,
      random: options.random ?? Math.random,
      clientToken: options.clientToken ?? null,
      onRelogin: () => this.#notify({ kind: 'logged-in-again' }),
    });
    this.desk = new Desk(this.#session, discovery.dialect.desk, discovery.hello, () => this.#asking);
  }

  get variant(): 'native' | 'legacy' {
    return this.#parts.discovery.dialect.variant;
  }

  /** The base URL in use: without a pasted endpoint, after redirects. */
  get baseUrl(): string {
    return this.#parts.discovery.base;
  }

  /** Name, version, branding and limits, as returned by discovery. */
  get hello(): Hello {
    return this.#parts.discovery.hello;
  }

  /** Milliseconds since the Unix epoch, by the server's clock; use it to date reports. */
  now(): number {
    return this.#parts.clock.now();
  }

  /** @throws TrackerError `wrong-login`, `login-throttled` with `retryAfterS`, `pilot-not-allowed` … */
  async login(credentials: Credentials): Promise<PilotView> {
    const pilot = await this.#session.login(credentials, this.#asking);
    this.#store = storeOfPilot(this.#storeOption, `${this.baseUrl.replace(/^\w+:\/\//, '')} ${pilot.id}`);
    return pilot;
  }

  async logout(): Promise<void> {
    await this.#session.logout();
  }

  /** The pilot's bids, newest first; on version 5 only the one that the platform considers the latest. */
  async listBids(): Promise<readonly Bid[]> {
    return (await this.readBids()).bids;
  }

  /** Like `bids`, with the reason why none is returned: version 5 does not list a bid that cannot be flown. */
  async readBids(): Promise<BidAnswer> {
    const { dialect } = this.#parts.discovery;
    return dialect.readBids(await this.#session.call(dialect.listBids, this.#asking));
  }

  /**
   * Starts the flight, or resumes it where this or another client left it (`view.resumed`, `nextSeq`).
   * @throws TrackerError `store-in-use`, `flight-open` with the flight, `bid-not-found`, `bid-blocked`, `invalid` …
   */
  async startFlight(request: StartRequest): Promise<TrackedFlight> {
    const { dialect } = this.#parts.discovery;
    const stored = await this.#store.load();
    const call = dialect.start(request);
    const view =
      call === null
        ? await this.#openFlightOf(request)
        : dialect.flightOf(await this.#session.call(call, this.#asking));
    return await this.#resumeOrStart(request, view, stored);
  }

  /** Returns a flight of this pilot, ended or not, with its receipt once it is filed; null if not found. Version 5: only the open one. */
  async readFlight(flightId: string): Promise<FlightView | null> {
    const view = await this.#readFlight({ flight_id: flightId, bid_id: null });
    return view?.flight_id === flightId ? view : null;
  }

  /**
   * Returns the flight that is under way according to the store or the server, or null. A flight from the store may have ended:
   * its `view` shows that, or on version 5 is null although it has a `flightId`; `finish` then returns its receipt.
   */
  async resumeFlight(): Promise<TrackedFlight | null> {
    const stored = await this.#store.load();
    const named = stored?.mark.flight_id == null ? null : await this.#readFlight(stored.mark);
    const view = named ?? (await this.#readFlight(null));
    if (view !== null) return await this.#resumeOrStart({ bid_id: view.bid_id ?? undefined }, view, stored);
    const isFresh = stored !== null && this.now() - stored.mark.since < unnamedForMs;
    return isFresh && this.variant === 'legacy'
      ? await this.#resumeOrStart(stored.mark.request, null, stored, stored.mark)
      : null;
  }

  get #asking(): Patience {
    return asking(this.#parts.options);
  }

  async #readFlight(name: FlightName | null): Promise<FlightView | null> {
    const { dialect } = this.#parts.discovery;
    try {
      return dialect.flightOf(await this.#session.call(dialect.readFlight(name), this.#asking));
    } catch (error) {
      if (name !== null && isTrackerError(error, 'flight-not-found')) return null;
      throw error;
    }
  }

  /** For contracts without a start call. */
  async #openFlightOf(request: StartRequest): Promise<FlightView | null> {
    const view = await this.#readFlight(null);
    if (view === null || request.bid_id === undefined || view.bid_id === request.bid_id) return view;
    if (view.state !== 'open') return null; // another bid ends a suspended flight
    throw new TrackerError('flight-open', 'Another flight of this pilot is open: finish it first.', {
      status: 409,
      detail: { flight: view },
    });
  }

  async #resumeOrStart(
    request: StartRequest,
    view: FlightView | null,
    stored: StoredFlight | null,
    known: FlightMark | null = null,
  ): Promise<TrackedFlight> {
    const mark: FlightMark = {
      flight_id: view?.flight_id ?? known?.flight_id ?? null,
      bid_id: view?.bid_id ?? request.bid_id ?? null,
      request,
      since: this.now(),
    };
    const reports = stored !== null && isOfFlight(stored.mark, mark) ? stored.reports : [];
    await this.#store.begin(mark, reports);
    return new TrackedFlight(this.#flightParts(), mark, view, reports);
  }

  #flightParts(): FlightParts {
    const { discovery, timing, clock, options } = this.#parts;
    const { limits } = discovery.hello;
    return {
      dialect: discovery.dialect,
      session: this.#session,
      store: this.#store,
      clock,
      timing,
      random: options.random ?? Math.random,
      notify: this.#notify,
      batchSize: Math.min(options.batchSize ?? 500, limits?.positions_per_call ?? 500),
      gapMs: 2000 / (limits?.requests_per_second ?? 20),
      patienceMs: options.patienceMs ?? Number.POSITIVE_INFINITY,
      syncClock: () => syncClock(this.#parts, this.#notify),
    };
  }
}
