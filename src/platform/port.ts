import type { Secret } from '../lib/secret.ts';
import type {
  Aircraft,
  Airport,
  Bid,
  Correction,
  FedNetwork,
  FreeFlight,
  Judgement,
  Pilot,
  Pirep,
  Plan,
  Position,
  Report,
  Standing,
} from '../tracking/model.ts';
import type { Desk } from './desk.ts';
import type { OwnApi } from './own-api.ts';
import type { PirepPapers } from './papers.ts';

/**
 * The crew center as seen by the core. An implementation is called an adapter.
 *
 * Every method may throw `Refusal`: `crew-center-unavailable` when the host cannot be reached, `crew-center-refused` when
 * it refuses permanently, others as documented per method. A method never returns "nothing found" when the host cannot be
 * reached. Every write is idempotent.
 */
export interface Platform {
  readonly capabilities: Capabilities;
  /** What a pilot can look up and book. */
  readonly desk: Desk;
  /** The host's own REST API, if there are clients for it; absent where it has none. */
  readonly ownApi?: OwnApi;
  /** What pilots write on their PIREPs; absent where the own API takes it, or nothing does. */
  readonly papers?: PirepPapers;

  /** Returns the crew center's current settings. Called every few seconds. */
  readSettings(): Promise<CrewCenterSettings>;

  /** Returns the pilot with this login (e-mail or ident, as in the host's own login) and password, in any standing; null when they are wrong. */
  authenticate(login: string, password: Secret): Promise<Pilot | null>;
  /** Returns the pilot id for this login, as found by `authenticate`, in any standing; null when unknown. */
  findPilotId(login: string): Promise<string | null>;
  /** Returns the pilot with this API key; null when it is unknown or empty. */
  authenticateKey(apiKey: Secret): Promise<Pilot | null>;
  /** Returns the current data of these pilots, by pilot id; deleted ones are absent. */
  readPilots(pilotIds: readonly string[]): Promise<ReadonlyMap<string, Pilot>>;

  /** Returns under which ids these pilots fly on networks, by pilot id; those who have none are absent. Absent where it knows none. */
  readNetworkIds?(pilotIds: readonly string[]): Promise<ReadonlyMap<string, NetworkIds>>;

  /** Returns the pilot's bids, newest first. A bid that cannot be flown has `blocked`. */
  listBids(pilotId: string): Promise<readonly Bid[]>;
  /** Returns the bid that the host considers the pilot's latest, or null; `blocked` is the reason why one is not returned. */
  latestBid(pilotId: string): Promise<{ readonly bid: Bid | null; readonly blocked: string | null }>;
  /**
   * Turns a free flight into a plan with its aircraft.
   * @throws Refusal `invalid` naming `airline`, `flightNumber`, `departure`, `arrival`, `aircraft` or `registration`.
   */
  planFreeFlight(pilotId: string, flight: FreeFlight): Promise<Plan>;
  /**
   * Returns the aircraft with this id, registration or (if chosen by the pilot) ICAO type that the host lets this pilot take for this plan.
   * @throws Refusal `invalid` naming `aircraft` or `registration`.
   */
  findAircraft(
    pilotId: string,
    plan: Plan,
    wanted: { readonly aircraft: string | null; readonly registration: string | null },
  ): Promise<Aircraft>;

  /** Returns the airport with this ICAO code, or the nearest one within 10 nm of this place; null when the host has none. */
  findAirport(
    where: { readonly icao: string } | { readonly lat: number; readonly lon: number },
  ): Promise<Airport | null>;

  /**
   * Opens the flight's PIREP with the id `flight.pirepId`. Without `capabilities.pirepAtStart` it does nothing and returns `pirepId: null`.
   * An open PIREP of this pilot for this plan that Tracker did not create is adopted: its id is returned, with `adopted` true.
   * Idempotent: called again with the same id it finds the PIREP that it created.
   * @throws Refusal `too-soon` if the host would return an older, ended PIREP; `crew-center-refused` with the host's own reason.
   */
  openPirep(flight: HostFlight): Promise<{ readonly pirepId: string | null; readonly adopted: boolean }>;
  /** Returns the PIREP of this flight at the host: by id, or by the flight's id if the host stores that; null if it was never created, or deleted. */
  findPirep(flight: HostFlight): Promise<HostPirep | null>;
  /**
   * Reports the phase, the figures so far and that the flight is active. Called at each change of phase, and otherwise at most once a minute.
   * @throws Refusal `flight-not-found` when the host has lost the PIREP (deleted, reaped), `flight-ended` when it was cancelled or filed there:
   *   the core then asks `findPirep`. Likewise `deliverTrack`, `suspendPirep` and `filePirep`.
   */
  updatePirep(flight: HostFlight, progress: Progress): Promise<void>;
  /**
   * Changes the aircraft of the open flight's PIREP to `flight.aircraft`; without an open PIREP at the host it does nothing.
   * @throws Refusal as `updatePirep`; `invalid` naming `aircraft` when the host does not let this pilot take it.
   */
  changeAircraft(flight: HostFlight): Promise<void>;
  /** Removes the flight from the host's map, and protects it from the host's clean-up. The next `updatePirep` or live row shows it again. */
  suspendPirep(flight: HostFlight): Promise<void>;
  /**
   * Files and submits the PIREP. First checks whether the host has it already; if so, returns that one.
   * @throws Refusal `crew-center-refused` for a permanent refusal (pilot or aircraft deleted), which is shown to the operator.
   */
  filePirep(flight: HostFlight, pirep: Pirep): Promise<HostPirep>;
  /**
   * Returns what the host did not complete of an interrupted filing (`isUnsure`), as a sentence for the operator; null when
   * complete. With `repeat` it first repeats the safe steps. Only needed if `filePirep` can be unsure.
   * @param options.pirep - what was filed
   * @throws Refusal `crew-center-unavailable` while the host may still be working on it
   */
  checkFiled?(flight: HostFlight, options: { readonly repeat: boolean; readonly pirep: Pirep }): Promise<string | null>;
  /**
   * Accepts or rejects a filed PIREP by the host's own service, which notifies its listeners once. Returns the PIREP as it is
   * afterwards; one that is in no state of `from` is left as it is. Absent where the host has no such service.
   * @throws Refusal `not-found` when the host has no such PIREP, `crew-center-refused` when it is not filed or the host cannot do it
   */
  decidePirep?(pirepId: string, wish: PirepDecision): Promise<HostPirep>;
  /** Returns the ids of filed PIREPs that wait for a decision of the staff, longest waiting first. Absent where nobody decides. */
  listPending?(limit: number): Promise<readonly string[]>;
  /**
   * Adds a comment of the staff that the pilot sees, plain text. Absent where the staff writes it on the host's own page.
   * @throws Refusal `not-found` when the host has no such PIREP
   */
  commentPirep?(flight: HostFlight, text: string): Promise<void>;
  /** Returns where the host's staff sees this PIREP; absent where that is a page of this server. */
  findPirepPage?(pirepId: string): Promise<string>;
  /** Returns where a pilot who is signed in at the host sees their own PIREPs; absent where that is a page of this server. */
  findLogbook?(): Promise<string>;
  /**
   * Replaces what the airline's rules said of a filed PIREP: score, fields, comment, and the state that follows from it, as if it were
   * filed now. Where the PIREP is not in the state `from` any more, somebody decided it since, and its state stays. Absent where the
   * host cannot take such a thing back.
   * @throws Refusal as `decidePirep`
   */
  rejudgePirep?(pirepId: string, again: RejudgedPirep): Promise<HostPirep>;
  /**
   * Replaces figures of a filed PIREP by those that staff say, with the totals that follow from them, and keeps what they were, by whom they
   * were corrected and why. Figures that the host does not have are left out. Absent where the staff corrects it on the host's own pages.
   * @throws Refusal as `decidePirep`
   */
  correctPirep?(pirepId: string, correction: Correction): Promise<HostPirep>;
  /** Returns what is kept of a pilot, by what it is, as JSON has it: for the copy of the pilot's data. Absent where that is a matter of the host's. */
  readPilotRecords?(pilotId: string): Promise<Readonly<Record<string, unknown>>>;
  /** Returns what the airline's rules ask of the crew center about a flight. Absent where it knows neither. */
  readFlightClass?(flight: HostFlight): Promise<FlightClass>;
  /** Cancels an open PIREP; a flight without one is only removed from the map. A filed PIREP is not changed but returned; otherwise returns null. */
  cancelPirep(flight: HostFlight, reason: string | null): Promise<HostPirep | null>;

  /** Stores the newest position of each flight that changed since the last call. */
  deliverLive(rows: readonly LiveRow[]): Promise<void>;
  /**
   * Stores reports of one flight in order, for the host's own track and log. Row ids are derived from the PIREP's id and `report.number`, so it is idempotent.
   * @throws Refusal `crew-center-refused` when one of the reports can never be stored: the core bisects the batch and sets that one aside.
   */
  deliverTrack(flight: HostFlight, reports: readonly Report[]): Promise<void>;

  close(): Promise<void>;
}

/** Capabilities of a host. A missing one is refused, or handled as described at the method. */
export interface Capabilities {
  /** The host has a PIREP from the start (7), or only from filing (5). */
  readonly pirepAtStart: boolean;
  /** Pilots have API keys. */
  readonly apiKeys: boolean;
  /** The host stores every position (`deliverTrack`). */
  readonly track: boolean;
  /** The host shows flight events and log lines that are delivered while the flight is under way. */
  readonly liveEvents: boolean;
  /** `readSettings` reflects changes made in the host's admin area. */
  readonly adminSettings: boolean;
}

/** A pilot's ids on networks; null where there is none. */
export type NetworkIds = Readonly<Record<FedNetwork, string | null>>;

/** What rules ask about a flight beside its plan: some count for some ranks and subfleets only. */
export interface FlightClass {
  /** Name of the pilot's rank; null when there is none. */
  readonly rank: string | null;
  /** Names and ids by which the crew center knows the aircraft's subfleet; empty when there is none. */
  readonly subfleets: readonly string[];
}

/** The part of a flight that adapters use. */
export interface HostFlight {
  /** Tracker's id of the flight. */
  readonly id: string;
  readonly pirepId: string | null;
  readonly pilotId: string;
  readonly bidId: string | null;
  readonly plan: Plan;
  readonly aircraft: Aircraft | null;
  readonly startedAt: number;
}

export interface HostPirep {
  readonly pirepId: string;
  /** `open` is in progress; `pending` and `accepted` are filed; `rejected` was filed; `cancelled` includes those removed by the host's clean-up that it still shows. */
  readonly state: 'open' | 'pending' | 'accepted' | 'rejected' | 'cancelled';
  /** It is filed, but the host did not confirm that filing was completed: `checkFiled` finds out. */
  readonly isUnsure?: boolean;
}

/** A decision about a filed PIREP. */
export interface PirepDecision {
  readonly decision: 'accept' | 'reject';
  /** States of which it is made, as the host has the PIREP in that moment: what somebody else decided meanwhile is not undone. */
  readonly from: readonly FiledState[];
}

/** What the rules say of a filed PIREP when it is judged again. */
export interface RejudgedPirep extends Pick<Pirep, 'isForReview'> {
  readonly judgement: Judgement;
  /** The state in which the rules last left it. */
  readonly from: string;
}

/** The states of a PIREP that was filed. */
export type FiledState = Exclude<HostPirep['state'], 'open' | 'cancelled'>;

export interface Progress {
  readonly phase: string | null;
  readonly distanceNm: number | null;
  readonly fuelUsedLb: number | null;
  readonly blockOffAt: number | null;
  readonly flightTimeMin: number | null;
  readonly lastReportAt: number;
}

export interface LiveRow {
  readonly flight: HostFlight;
  /** The core's phase, even if the client reports none. */
  readonly phase: string | null;
  readonly pilot: { readonly id: string; readonly ident: string; readonly name: string };
  /** The report's number in the journal. */
  readonly number: number;
  readonly position: Position;
  /** Where it landed; before that, its planned arrival. Distance and minutes to go are those to it. */
  readonly arrival: Airport;
  readonly distanceToGoNm: number | null;
  readonly minutesToGo: number | null;
}

/** The crew center's own settings (`tracker_config`, or `va_config.php`). */
export interface CrewCenterSettings {
  readonly name: string;
  readonly logoUrl: string | null;
  readonly bannerUrl: string | null;
  readonly websiteUrl: string | null;
  readonly primaryColor: string | null;
  readonly sessionTtlMin: number;
  /** Lifetime of a session of a client that stores it, in days. */
  readonly longSessionDays: number;
  readonly bidsRequired: boolean;
  readonly passwordLogin: boolean;
  readonly clientTokenRequired: boolean;
  /** SHA-256 of the client token, lower-case hex. */
  readonly clientTokenHash: string | null;
  /** False if the host's admin has disabled Tracker's module. */
  readonly enabled: boolean;
}

export type { Standing };
