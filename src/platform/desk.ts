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
import { type DeskCall, deskCalls } from '../tracking/desk-model.ts';
import type { Bid } from '../tracking/model.ts';

/**
 * What a pilot looks up and books at a crew center. Every method may throw the refusals that any method of the port may
 * throw, returns an empty list where there is nothing, and never an empty list for "could not ask". A pilot id that is
 * nobody's has no bids and no PIREPs. Every write is idempotent.
 */
export interface PilotDesk {
  /** Active schedules that match, by airline and number, in one order for all pages. What the host hides from this pilot is left out. */
  searchSchedules(pilotId: string, filter: ScheduleFilter, page: PageRequest): Promise<Page<Schedule>>;
  /**
   * Books a schedule by the host's own rules; the bid that the pilot has on it already is returned as it is. A bid that
   * could not be flown is not made.
   * @throws Refusal `not-found` (no such schedule), `invalid` naming `aircraft`, `crew-center-refused` with the host's reason
   */
  book(pilotId: string, wanted: { readonly scheduleId: string; readonly aircraftId: string | null }): Promise<Bid>;
  /**
   * Removes a bid of this pilot, and with a charter its schedule; one that is gone already is no error.
   * @throws Refusal `bid-not-found` when it is another pilot's
   */
  unbook(pilotId: string, bidId: string): Promise<void>;
  /** @throws Refusal `bid-not-found`, `invalid` naming `aircraft` */
  chooseAircraft(pilotId: string, bidId: string, aircraftId: string): Promise<Bid>;
  /**
   * Makes a schedule that nobody else sees, and a bid on it. The same charter again returns the bid that is there.
   * @throws Refusal `invalid` naming `airline`, `flightNumber`, `departure`, `arrival` or `aircraft`; `crew-center-refused`
   */
  charter(pilotId: string, charter: Charter): Promise<Bid>;
  /** Filed PIREPs of this pilot, newest filed first. */
  listPireps(pilotId: string, filter: PirepFilter, page: PageRequest): Promise<Page<PirepSummary>>;
  /** A filed PIREP of this pilot; null when it is none. A host without a track of its own returns an empty one, and the core adds the journal's. */
  readPirep(pilotId: string, pirepId: string): Promise<PirepDetail | null>;
  /** The PIREP filed last; null for a pilot without one. */
  latestPirep(pilotId: string): Promise<PirepSummary | null>;
  statistics(pilotId: string): Promise<PilotStatistics>;
  /** @throws Refusal `not-found` */
  profile(pilotId: string): Promise<PilotProfile>;
  /** All of them, and every one that a bid of this pilot names. */
  listAirports(pilotId: string): Promise<readonly ListedAirport[]>;
  /** All aircraft in service, and every one that a bid of this pilot names. */
  listFleet(pilotId: string): Promise<readonly FleetAircraft[]>;
  listAirlines(): Promise<readonly Airline[]>;
  /** Newest first. */
  news(limit: number): Promise<readonly NewsItem[]>;
}

/** Why a host has no such call, in one sentence for the pilot. */
export interface NotOffered {
  readonly notOffered: string;
}

/** What this crew center offers of a desk: for each call the method, or the reason why there is none. */
export type Desk = { readonly [C in DeskCall]: PilotDesk[C] | NotOffered };

/** The desk of a crew center that offers nothing: every call has this reason. */
export function closedDesk(notOffered: string): Desk {
  return Object.fromEntries(deskCalls.map((call) => [call, { notOffered }])) as unknown as Desk;
}
