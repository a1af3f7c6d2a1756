import type { Secret } from '../lib/secret.ts';
import type {
  Aircraft,
  Airport,
  Bid,
  FreeFlight,
  Pilot,
  Pirep,
  Plan,
  Position,
  Report,
  Standing,
} from '../tracking/model.ts';
import type { Desk } from './desk.ts';

/**
 * The crew center, as the core sees it. One implementation is an adapter.
 *
 * Every method may throw `Refusal` (`crew-center-unavailable` when the host could not be asked, `crew-center-refused`
 * when it said no for good, others where a method says so) and never answers "nothing found" for "could not ask".
 * Every write may be asked twice with the same arguments and then changes nothing the second time.
 */
export interface Platform {
  readonly capabilities: Capabilities;
  /** What a pilot may look up and book here. */
  readonly desk: Desk;

  /** What the crew center's own settings say now. Called every few seconds. */
  readSettings(): Promise<CrewCenterSettings>;

  /** The pilot whose login (e-mail or ident, as the host's own login takes them) and password these are, whatever the standing; null when they are wrong. */
  authenticate(login: string, password: Secret): Promise<Pilot | null>;
  /** Whose login this is, as `authenticate` finds it, whatever the standing; null when it is nobody's. */
  findPilotId(login: string): Promise<string | null>;
  /** The pilot of this key; null when it is nobody's, or empty. */
  authenticateKey(apiKey: Secret): Promise<Pilot | null>;
  /** These pilots as they stand now; one that is gone is absent from the map. Keyed by pilot id. */
  readPilots(pilotIds: readonly string[]): Promise<ReadonlyMap<string, Pilot>>;

  /** Newest first. A bid that cannot be flown is listed with `blocked`. */
  listBids(pilotId: string): Promise<readonly Bid[]>;
  /** The bid that the host itself calls the pilot's latest; null when there is none, `blocked` says why one is not given. */
  latestBid(pilotId: string): Promise<{ readonly bid: Bid | null; readonly blocked: string | null }>;
  /**
   * A free flight as a plan, with its aircraft.
   * @throws Refusal `invalid` naming `airline`, `flightNumber`, `departure`, `arrival`, `aircraft` or `registration`.
   */
  planFreeFlight(pilotId: string, flight: FreeFlight): Promise<Plan>;
  /**
   * The aircraft of this id, registration or (for a pilot's choice) ICAO type that the host lets this pilot take for this plan.
   * @throws Refusal `invalid` naming `aircraft` or `registration`.
   */
  findAircraft(
    pilotId: string,
    plan: Plan,
    wanted: { readonly aircraft: string | null; readonly registration: string | null },
  ): Promise<Aircraft>;

  /** The airport of this ICAO code, or the nearest one within 10 nm of this place; null when the host knows none. */
  findAirport(
    where: { readonly icao: string } | { readonly lat: number; readonly lon: number },
  ): Promise<Airport | null>;

  /**
   * Opens the flight's PIREP under `flight.pirepId`, chosen by us; with `capabilities.pirepAtStart` false does nothing and answers `pirepId: null`.
   * An open PIREP of this pilot for this plan that is not ours is adopted: its id comes back, `adopted` true.
   * Asked again with the same id it finds what it made.
   * @throws Refusal `too-soon` where the host would answer with an older, ended PIREP; `crew-center-refused` with the host's own reason.
   */
  openPirep(flight: HostFlight): Promise<{ readonly pirepId: string | null; readonly adopted: boolean }>;
  /** The PIREP of this flight as the host holds it: by id, or by our flight's id where the host keeps that. null: it has none (never made, or deleted). */
  findPirep(flight: HostFlight): Promise<HostPirep | null>;
  /**
   * Tells the host the phase, what is flown so far, and that it still flies. Called at a change of phase and at most once a minute beside.
   * @throws Refusal `flight-not-found` when the host has lost the PIREP (deleted, reaped), `flight-ended` when it was cancelled or filed there:
   *   the core then asks `findPirep`. Likewise `deliverTrack`, `suspendPirep` and `filePirep`.
   */
  updatePirep(flight: HostFlight, progress: Progress): Promise<void>;
  /**
   * Changes the aircraft of the open flight's PIREP to `flight.aircraft`; a host without an open PIREP does nothing.
   * @throws Refusal as `updatePirep`; `invalid` naming `aircraft` when the host does not let this pilot take it.
   */
  changeAircraft(flight: HostFlight): Promise<void>;
  /** Takes the flight off the host's map, and keeps the host from reaping it. The next `updatePirep` or live row brings it back. */
  suspendPirep(flight: HostFlight): Promise<void>;
  /**
   * Files and submits. Asks the host first whether it is filed already; then answers what it finds.
   * @throws Refusal `crew-center-refused` for a no that no later try can change (pilot or aircraft gone): the operator is shown it.
   */
  filePirep(flight: HostFlight, pirep: Pirep): Promise<HostPirep>;
  /**
   * What the host left undone of a PIREP whose filing it broke off (`isUnsure`), in a sentence for the operator; null:
   * nothing. With `repeat` it first does again what is safe, and then is done. Needed only where `filePirep` is ever unsure.
   * @throws Refusal `crew-center-unavailable` while the host may still be at work
   */
  checkFiled?(flight: HostFlight, options: { readonly repeat: boolean }): Promise<string | null>;
  /** Cancels what is open; a flight without PIREP is only taken off the map. Never touches a filed one: then answers it. null: nothing was filed. */
  cancelPirep(flight: HostFlight, reason: string | null): Promise<HostPirep | null>;

  /** The newest position of each flight that changed since the last call. */
  deliverLive(rows: readonly LiveRow[]): Promise<void>;
  /**
   * Reports of one flight in order, for the host's own track and log. Row ids are derived from the PIREP's id and `report.number`, so a repeat changes nothing.
   * @throws Refusal `crew-center-refused` when one of the reports can never be stored: the core halves the batch, sets that one aside and goes on.
   */
  deliverTrack(flight: HostFlight, reports: readonly Report[]): Promise<void>;

  close(): Promise<void>;
}

/** What a host can do; what is false here is refused, or done as the doc comment of the method says. */
export interface Capabilities {
  /** The host has a PIREP from the start on (7), or only at filing (5). */
  readonly pirepAtStart: boolean;
  /** Pilots have keys of their own. */
  readonly apiKeys: boolean;
  /** The host keeps a row for every position (`deliverTrack`). */
  readonly track: boolean;
  /** The host shows flight events and log lines that are delivered while the flight is under way. */
  readonly liveEvents: boolean;
  /** `readSettings` reflects changes made in the host's admin area. */
  readonly adminSettings: boolean;
}

/** A flight, as far as an adapter needs to know it. */
export interface HostFlight {
  /** Our id. */
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
  /** `open` is in progress; `pending` and `accepted` are filed; `rejected` was filed; `cancelled` also stands for reaped ones that the host still shows as such. */
  readonly state: 'open' | 'pending' | 'accepted' | 'rejected' | 'cancelled';
  /** It is filed, but the host did not say that it had finished: `checkFiled` finds out. */
  readonly isUnsure?: boolean;
}

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
  readonly pilot: { readonly id: string; readonly ident: string; readonly name: string };
  /** The report's number in the journal. */
  readonly number: number;
  readonly position: Position;
  /** As the core sees it, also when the client names none. */
  readonly phase: string | null;
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
  /** How many days a session lasts whose client keeps it. */
  readonly longSessionDays: number;
  readonly bidsRequired: boolean;
  readonly passwordLogin: boolean;
  readonly clientTokenRequired: boolean;
  /** SHA-256 of the client token, lower-case hex. */
  readonly clientTokenHash: string | null;
  /** False where the host's admin has switched our module off. */
  readonly enabled: boolean;
}

export type { Standing };
