import type { Aircraft, Airport, Fare, Plan, ScheduleDetails } from './model.ts';

export type { Fare };

/**
 * What a pilot can look up and book at the crew center: schedules, the logbook, the fleet. Units are in the names;
 * instants are milliseconds since the Unix epoch, UTC. `null` means "unknown", never 0.
 */

/** One page of a longer list. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Page number, starting at 1. */
  readonly page: number;
  readonly perPage: number;
  /** Total number of items on all pages. */
  readonly total: number;
}

/** The requested page. `perPage` is between 1 and `maxPerPage`. */
export interface PageRequest {
  readonly page: number;
  readonly perPage: number;
}

export const maxPerPage = 100;

/** A scheduled flight that can be booked. */
export interface Schedule extends ScheduleDetails {
  readonly id: string;
  /** `plan.aircraft` is null unless the schedule names one aircraft. */
  readonly plan: Plan;
  readonly fares: readonly Fare[];
  /** Ids of the aircraft that this pilot may take for it. */
  readonly aircraftIds: readonly string[];
  /** The pilot's bid on it; null when there is none. */
  readonly bidId: string | null;
}

/** Filters of the search; null means no filter. */
export interface ScheduleFilter {
  /** Exactly this schedule; no filter when absent, too. */
  readonly scheduleId?: string | null;
  /** Exactly this flight number; no filter when absent, too. */
  readonly flightNumber?: string | null;
  /** ICAO code or a prefix of one, case-insensitive. */
  readonly departure: string | null;
  readonly arrival: string | null;
  /** Id of an aircraft of the fleet: only flights that it may fly. */
  readonly aircraftId: string | null;
  /** ICAO code of an airline, case-insensitive. */
  readonly airline: string | null;
  /** Text contained in the flight number, ident or callsign. */
  readonly text: string | null;
  readonly minDistanceNm: number | null;
  readonly maxDistanceNm: number | null;
  readonly minFlightTimeMin: number | null;
  readonly maxFlightTimeMin: number | null;
}

/** A flight defined by the pilot, which is booked at once. */
export interface Charter {
  /** Id or ICAO code; null means the pilot's own airline. */
  readonly airline: string | null;
  readonly flightNumber: string;
  readonly departure: string;
  readonly arrival: string;
  readonly route: string | null;
  /** Id of the aircraft. */
  readonly aircraftId: string | null;
  readonly cruiseAltitudeFt: number | null;
  readonly kind: 'passenger' | 'cargo';
  /** `HH:MM`, UTC. */
  readonly departureTime: string | null;
  readonly arrivalTime: string | null;
}

/** Filters of the list; null means no filter. */
export interface PirepFilter {
  /** Complete ICAO code, case-insensitive. */
  readonly departure: string | null;
  readonly arrival: string | null;
  readonly state: PirepSummary['state'] | null;
  readonly aircraftId: string | null;
  /** Filed at or after. */
  readonly from: number | null;
  /** Filed before. */
  readonly to: number | null;
}

/** A filed PIREP in the pilot's logbook. Open and cancelled ones are not included. */
export interface PirepSummary {
  readonly id: string;
  readonly state: 'pending' | 'accepted' | 'rejected';
  readonly filedAt: number | null;
  readonly airlineCode: string | null;
  readonly flightNumber: string;
  readonly ident: string;
  readonly departure: string;
  readonly arrival: string;
  readonly aircraft: Aircraft | null;
  readonly flightType: string | null;
  readonly route: string | null;
  readonly flightTimeMin: number | null;
  readonly distanceNm: number | null;
  readonly fuelUsedLb: number | null;
  readonly landingRateFpm: number | null;
  readonly score: number | null;
}

/** One PIREP with everything that the host or the journal stores about it. */
export interface PirepDetail extends PirepSummary {
  readonly notes: string | null;
  /** Lines as plain text, in order. */
  readonly log: readonly { readonly at: number | null; readonly text: string }[];
  readonly fields: Readonly<Record<string, string>>;
  readonly fares: readonly Fare[];
  readonly comments: readonly { readonly at: number | null; readonly author: string; readonly text: string }[];
  readonly track: readonly TrackPoint[];
}

export interface TrackPoint {
  readonly at: number | null;
  readonly lat: number;
  readonly lon: number;
  readonly altitudeFt: number | null;
  readonly groundSpeedKt: number | null;
  readonly headingDeg: number | null;
}

export interface PilotStatistics {
  /** Accepted flights, as the host counts them. An unknown pilot has none. */
  readonly flights: number;
  readonly flightTimeMin: number;
  /** All filed PIREPs, accepted or not. */
  readonly pireps: number;
  /** Average over the filed PIREPs; null without a landing. */
  readonly averageLandingRateFpm: number | null;
}

/** The pilot's own profile as shown by the host. */
export interface PilotProfile {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** `level`: its place among all ranks by their hours, 1 for the lowest; 0 where the pilot has no rank. */
  readonly rank: { readonly name: string; readonly imageUrl: string | null; readonly level: number };
  readonly avatarUrl: string | null;
  readonly airlineId: string | null;
}

export interface FleetAircraft extends Aircraft {
  readonly subfleet: {
    readonly id: string;
    readonly name: string;
    readonly type: string;
    /** Id of its airline; null when it belongs to none. */
    readonly airlineId: string | null;
  } | null;
  /** ICAO code of its current airport; null where the host does not track it. */
  readonly airport: string | null;
  readonly serviceCeilingFt: number | null;
  readonly maxPassengers: number | null;
  readonly maxCargoLb: number | null;
  /** Name of the lowest rank that may fly it. */
  readonly minRank: string | null;
  /** Whether this pilot may fly it now. */
  readonly isAllowed: boolean;
}

export interface Airline {
  readonly id: string;
  readonly icao: string;
  readonly iata: string | null;
  readonly name: string;
  readonly country: string | null;
  readonly logoUrl: string | null;
}

export interface NewsItem {
  readonly title: string;
  /** As stored by the host: plain text or unsanitized HTML. Contracts send it as text. */
  readonly body: string;
  readonly author: string;
  readonly postedAt: number | null;
}

export interface ListedAirport extends Airport {
  readonly iata: string | null;
  readonly country: string | null;
  readonly isHub: boolean;
}
