import type {
  Airline,
  BookRequest,
  CharterRequest,
  FleetAircraft,
  ListedAirport,
  NewsItem,
  Page,
  Pirep,
  PirepDetail,
  PirepQuery,
  Profile,
  Schedule,
  ScheduleQuery,
  Statistics,
} from './desk-types.ts';
import type { Patience } from './repeat.ts';
import type { Session } from './session.ts';
import { isTrackerError, requireSupported } from './tracker-error.ts';
import type { WireCall } from './transport.ts';
import type { Bid, Hello } from './wire-types.ts';

type Body = Readonly<Record<string, unknown>>;

/**
 * What a pilot looks up and books beside flying. Every call may throw TrackerError `not-supported` (version 5 has none of
 * it), `not-offered` with the crew center's reason, and what any call may throw.
 */
export class Desk {
  readonly #session: Session;
  readonly #base: string | null;
  readonly #patience: () => Patience;
  readonly #offers: readonly string[];

  /** @param base - path of its calls; null where the contract has none */
  constructor(session: Session, base: string | null, hello: Hello, patience: () => Patience) {
    this.#session = session;
    this.#base = base;
    this.#offers = hello.features?.offers ?? [];
    this.#patience = patience;
  }

  /** Whether the crew center has this call, named by method and path: `POST /charters`. */
  offers(call: string): boolean {
    return this.#base !== null && this.#offers.includes(call);
  }

  async searchSchedules(query: ScheduleQuery = {}): Promise<Page<Schedule>> {
    return pageOf(await this.#ask('GET', `/schedules${queryText(query)}`), 'schedules');
  }

  /** The bid; for a schedule that the pilot has a bid on already, that one. @throws TrackerError `not-found`, `invalid`, `crew-center-refused` … */
  async book(request: BookRequest): Promise<Bid> {
    return (await this.#ask('POST', '/bids', request)).bid as Bid;
  }

  /** A bid that is gone already is no error. @throws TrackerError `bid-not-found` for another pilot's */
  async unbook(bidId: string): Promise<void> {
    await this.#ask('DELETE', `/bids/${encodeURIComponent(bidId)}`);
  }

  async chooseAircraft(bidId: string, aircraft: string): Promise<Bid> {
    return (await this.#ask('PATCH', `/bids/${encodeURIComponent(bidId)}`, { aircraft })).bid as Bid;
  }

  /** Books a flight of the pilot's own. The same again returns the same bid. */
  async charter(request: CharterRequest): Promise<Bid> {
    return (await this.#ask('POST', '/charters', request)).bid as Bid;
  }

  /** Filed PIREPs, those filed last first. */
  async listPireps(query: PirepQuery = {}): Promise<Page<Pirep>> {
    return pageOf(await this.#ask('GET', `/pireps${queryText(query)}`), 'pireps');
  }

  /** Null for a pilot without one. */
  async latestPirep(): Promise<Pirep | null> {
    return (await this.listPireps({ per_page: 1 })).items[0] ?? null;
  }

  /** With its figures, log and track; null when the pilot has filed none of this id. */
  async readPirep(pirepId: string): Promise<PirepDetail | null> {
    try {
      return (await this.#ask('GET', `/pireps/${encodeURIComponent(pirepId)}`)).pirep as PirepDetail;
    } catch (error) {
      if (isTrackerError(error, 'not-found')) return null;
      throw error;
    }
  }

  async statistics(): Promise<Statistics> {
    return (await this.#ask('GET', '/statistics')).statistics as Statistics;
  }

  async profile(): Promise<Profile> {
    return (await this.#ask('GET', '/profile')).profile as Profile;
  }

  async listAirports(): Promise<readonly ListedAirport[]> {
    return (await this.#ask('GET', '/airports')).airports as readonly ListedAirport[];
  }

  async listFleet(): Promise<readonly FleetAircraft[]> {
    return (await this.#ask('GET', '/fleet')).aircraft as readonly FleetAircraft[];
  }

  async listAirlines(): Promise<readonly Airline[]> {
    return (await this.#ask('GET', '/airlines')).airlines as readonly Airline[];
  }

  /** Newest first. */
  async news(limit = 10): Promise<readonly NewsItem[]> {
    return (await this.#ask('GET', `/news${queryText({ limit })}`)).news as readonly NewsItem[];
  }

  async #ask(method: WireCall['method'], path: string, body?: unknown): Promise<Body> {
    const base = requireSupported(this.#base, 'A version 5 crew center has no such call.');
    const call = { method, path: base + path, ...(body === undefined ? {} : { body }) };
    return await this.#session.call(call, this.#patience());
  }
}

function pageOf<T>(body: Body, list: string): Page<T> {
  return {
    items: body[list] as readonly T[],
    page: Number(body.page),
    perPage: Number(body.per_page),
    total: Number(body.total),
  };
}

/** `?page=2&per_page=10`; what is not given is left out. */
function queryText(query: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const text = String(new URLSearchParams(Object.fromEntries(given.map(([name, value]) => [name, String(value)]))));
  return text === '' ? '' : `?${text}`;
}
