import type {
  Airline,
  Charter,
  FleetAircraft,
  ListedAirport,
  NewsItem,
  Page,
  PageRequest,
  PilotProfile,
  PilotStatistics,
  PirepDetail,
  PirepFilter,
  PirepSummary,
  Schedule,
  ScheduleFilter,
} from '../tracking/desk-model.ts';
import type { Bid } from '../tracking/model.ts';

/**
 * What a pilot can look up and book at a crew center. Every method may throw the refusals of all port methods, and returns
 * an empty list if there is nothing, but never if the host is unavailable. An unknown pilot id has no bids and no PIREPs.
 * Every write is idempotent.
 */
export interface PilotDesk {
  /** Matching active schedules, sorted by airline and number across all pages. Schedules that the host hides from this pilot are omitted. */
  searchSchedules(pilotId: string, filter: ScheduleFilter, page: PageRequest): Promise<Page<Schedule>>;
  /**
   * Books a schedule by the host's own rules; an existing bid of the pilot on it is returned unchanged. A bid that could not
   * be flown is not created.
   * @throws Refusal `not-found` (no such schedule), `invalid` naming `aircraft`, `crew-center-refused` with the host's reason
   */
  book(pilotId: string, wanted: { readonly scheduleId: string; readonly aircraftId: string | null }): Promise<Bid>;
  /**
   * Removes a bid of this pilot, and with a charter its schedule. An already removed bid is not an error.
   * @throws Refusal `bid-not-found` when it is another pilot's
   */
  unbook(pilotId: string, bidId: string): Promise<void>;
  /** @throws Refusal `bid-not-found`, `invalid` naming `aircraft` */
  chooseAircraft(pilotId: string, bidId: string, aircraftId: string): Promise<Bid>;
  /**
   * Creates a private schedule and a bid on it. The same charter again returns the existing bid.
   * @throws Refusal `invalid` naming `airline`, `flightNumber`, `departure`, `arrival` or `aircraft`; `crew-center-refused`
   */
  charter(pilotId: string, charter: Charter): Promise<Bid>;
  /** Filed PIREPs of this pilot, newest filed first. */
  listPireps(pilotId: string, filter: PirepFilter, page: PageRequest): Promise<Page<PirepSummary>>;
  /** A filed PIREP of this pilot, or null. A host without a track of its own returns an empty one; the core adds the journal's. */
  readPirep(pilotId: string, pirepId: string): Promise<PirepDetail | null>;
  /** The PIREP filed last; null for a pilot without one. */
  latestPirep(pilotId: string): Promise<PirepSummary | null>;
  statistics(pilotId: string): Promise<PilotStatistics>;
  /** @throws Refusal `not-found` */
  profile(pilotId: string): Promise<PilotProfile>;
  /** All airports, including those of this pilot's bids. */
  listAirports(pilotId: string): Promise<readonly ListedAirport[]>;
  /** All aircraft in service, and those of this pilot's bids. */
  listFleet(pilotId: string): Promise<readonly FleetAircraft[]>;
  listAirlines(): Promise<readonly Airline[]>;
  /** Newest first. */
  news(limit: number): Promise<readonly NewsItem[]>;
}

export type DeskCall = keyof PilotDesk;

/** Why the host does not offer this call, as a sentence for the pilot. */
export interface NotOffered {
  readonly notOffered: string;
}

/** The desk of a crew center: for each call the method, or the reason why it is not offered. */
export type Desk = { readonly [C in DeskCall]: PilotDesk[C] | NotOffered };
