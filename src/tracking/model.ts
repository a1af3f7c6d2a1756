import type { Position } from '../report/position.ts';

export type { Position };

/**
 * The nouns of the core. Units are in the names; instants are milliseconds since the Unix epoch, UTC.
 * `null` means "not known", never 0.
 */

/** What a crew center says about a pilot's right to fly. `on-leave` may fly. */
export type Standing = 'active' | 'on-leave' | 'pending' | 'rejected' | 'suspended' | 'deleted';

export interface Pilot {
  /** The crew center's own key of the pilot, as text. */
  readonly id: string;
  /** As shown to people: `VMS0002`. */
  readonly ident: string;
  readonly name: string;
  readonly standing: Standing;
  readonly airlineIcao: string | null;
  readonly homeAirport: string | null;
  readonly currentAirport: string | null;
  /** Changes whenever the pilot's password changes; a digest, never the hash itself. */
  readonly credentialVersion: string;
}

/** How long a session lasts: the crew center has a setting for each. `long` is for clients that keep their session. */
export const sessionLifetimes = ['normal', 'long'] as const;
export type SessionLifetime = (typeof sessionLifetimes)[number];

export interface Airport {
  readonly icao: string;
  readonly name: string | null;
  readonly lat: number | null;
  readonly lon: number | null;
}

export interface Aircraft {
  readonly id: string;
  readonly icao: string | null;
  readonly name: string | null;
  readonly registration: string | null;
}

/** What is flown: the content of a bid, or of a free flight. Kept from the start, so that a bid that vanishes costs nothing. */
export interface Plan {
  /** The crew center's schedule, null for a free flight. */
  readonly scheduleId: string | null;
  readonly airlineId: string | null;
  /** As the crew center keys its airlines: the ICAO code, mostly. */
  readonly airlineCode: string | null;
  readonly flightNumber: string;
  /** As shown to people: `VM101`. */
  readonly ident: string;
  /** As spoken to ATC, without spaces: `VMS101`. */
  readonly callsign: string | null;
  readonly departure: Airport;
  readonly arrival: Airport;
  readonly alternate: string | null;
  readonly aircraft: Aircraft | null;
  readonly route: string | null;
  readonly distanceNm: number | null;
  readonly flightType: string | null;
  readonly routeCode: string | null;
  readonly routeLeg: string | null;
  readonly plannedFlightTimeMin: number | null;
  /** Free text of the schedule, `10:00` or `10:00 EST`. */
  readonly departureTime: string | null;
  readonly arrivalTime: string | null;
}

/** Seats or cargo of one class, as the host sells them. */
export interface Fare {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly kind: 'passenger' | 'cargo';
  /** Seats, or pounds of cargo, that the aircraft has; null where the host does not say. */
  readonly capacity: number | null;
  /** As sold for this flight; null until it is known. */
  readonly count: number | null;
  /** For one seat or one pound, in the host's currency. */
  readonly price: number | null;
}

/** An operational flight plan that was made for a bid: SimBrief's, as phpVMS 7 keeps it. */
export interface FlightPlan {
  /** SimBrief's id of the plan. */
  readonly ofpId: string;
  readonly route: string | null;
  readonly alternate: string | null;
  readonly blockFuelLb: number | null;
  readonly cruiseAltitudeFt: number | null;
  readonly passengers: number | null;
  readonly cargoLb: number | null;
  readonly aircraft: Aircraft | null;
}

export interface Bid {
  readonly id: string;
  readonly plan: Plan;
  /** For a bid that names no aircraft: those that the platform would let this pilot take for it. */
  readonly aircraftChoices: readonly Aircraft[];
  /** Why it cannot be flown, in words; null when it can. */
  readonly blocked: string | null;
  /** What may be sold aboard; empty where the host sells nothing, or does not say. */
  readonly fares: readonly Fare[];
  /** The flight plan that the pilot made for it; null when there is none. */
  readonly briefing: FlightPlan | null;
}

/** A free flight as a pilot asks for it; the platform turns it into a `Plan`. */
export interface FreeFlight {
  readonly airline: string | null;
  readonly flightNumber: string;
  readonly departure: string;
  readonly arrival: string;
  /** The aircraft's id, or its type. */
  readonly aircraft: string | null;
  readonly registration: string | null;
  readonly route: string | null;
}

/** The aeroplane, as far as it is known. Anything else that a client says is kept as text. */
export const phases = [
  'boarding',
  'pushback',
  'taxi',
  'takeoff',
  'climb',
  'cruise',
  'descent',
  'approach',
  'landing',
  'landed',
  'taxi-in',
  'arrived',
  'diverted',
  'paused',
] as const;
export type Phase = (typeof phases)[number];

/** A flight event reported by the client. Kinds are an open vocabulary. */
export interface FlightEvent {
  readonly seq: number | null;
  readonly kind: string;
  readonly recordedAt: number;
  readonly isDated: boolean;
  readonly receivedAt: number;
  readonly message: string | null;
  readonly lat: number | null;
  readonly lon: number | null;
  readonly data: unknown;
}

/** A report in the journal: `number` grows with every report of every flight, in the order they became durable. */
export type Report =
  | { readonly number: number; readonly kind: 'position'; readonly position: Position }
  | { readonly number: number; readonly kind: 'event'; readonly event: FlightEvent };

/** The paperwork. `starting`: the intent is durable, the platform has not answered yet. */
export type FlightState = 'starting' | 'open' | 'suspended' | 'filing' | 'filed' | 'cancelled' | 'abandoned';

/** Figures that the client gives with `finish`; whatever it leaves out is computed. */
export interface ReportedFigures {
  readonly flightTimeMin: number | null;
  readonly distanceNm: number | null;
  readonly fuelUsedLb: number | null;
  readonly blockFuelLb: number | null;
  readonly landingRateFpm: number | null;
  readonly blockOffAt: number | null;
  readonly takeoffAt: number | null;
  readonly landingAt: number | null;
  readonly blockOnAt: number | null;
  /** Where it ended, when the client says so (ICAO). */
  readonly arrival: string | null;
  readonly route: string | null;
  readonly notes: string | null;
  /** Lines of the client's own log, with the times of those that have one. */
  readonly log: readonly (string | LogLine)[];
  readonly fields: Readonly<Record<string, string>>;
  readonly score: number | null;
  readonly load: number | null;
}

/** Where a figure comes from. */
export type Basis = 'reported' | 'computed' | 'estimated';

/** A PIREP as we file it. `null` is unknown. */
export interface Pirep {
  readonly flightTimeMin: number | null;
  readonly distanceNm: number | null;
  readonly fuelUsedLb: number | null;
  readonly blockFuelLb: number | null;
  readonly landingRateFpm: number | null;
  readonly blockOffAt: number | null;
  readonly takeoffAt: number | null;
  readonly landingAt: number | null;
  readonly blockOnAt: number | null;
  readonly route: string | null;
  readonly notes: string | null;
  /** Lines as plain text, in order: flight events and the client's own log. */
  readonly log: readonly LogLine[];
  readonly fields: Readonly<Record<string, string>>;
  readonly score: number | null;
  readonly load: number | null;
  /** Set when it landed elsewhere than planned. */
  readonly diversion: Airport | null;
  /** How each figure that is not null is known, by its name here. */
  readonly basis: Readonly<Partial<Record<PirepFigure, Basis>>>;
  readonly positionCount: number;
}
export type PirepFigure =
  | 'flightTimeMin'
  | 'distanceNm'
  | 'fuelUsedLb'
  | 'blockFuelLb'
  | 'landingRateFpm'
  | 'blockOffAt'
  | 'takeoffAt'
  | 'landingAt'
  | 'blockOnAt';

export interface LogLine {
  readonly at: number | null;
  readonly text: string;
}

/** What a filed flight leaves: one per flight, for ever the same. */
export interface Receipt {
  readonly flightId: string;
  readonly pirepId: string;
  /** The platform's word at filing: `pending` (waits for review) or `accepted`. */
  readonly pirepState: string;
  readonly filedAt: number;
  readonly pirep: Pirep;
}

/** What was written down before the platform was asked, and is not resolved yet. */
export type Intent =
  | { readonly kind: 'start'; readonly at: number }
  | { readonly kind: 'finish'; readonly at: number; readonly figures: ReportedFigures; readonly attempts: number }
  | {
      readonly kind: 'cancel';
      readonly at: number;
      readonly reason: string | null;
      readonly to: 'cancelled' | 'abandoned';
    }
  /** It is filed, and the crew center may have broken off before it had done all that follows. */
  | { readonly kind: 'check'; readonly at: number; readonly repeat: boolean };

/** Networks of air traffic control that a flight may be flown on. */
export const networks = ['offline', 'vatsim', 'ivao', 'poscon', 'pilotedge'] as const;
export type Network = (typeof networks)[number];

/** A flight's paperwork: small, one durable document a flight. Its reports lie beside it in the journal. */
export interface Flight {
  readonly id: string;
  /** The journal's own short number of the flight, given by `journal.nextFlightNumber()`. */
  readonly number: number;
  readonly pilot: { readonly id: string; readonly ident: string; readonly name: string };
  readonly bidId: string | null;
  readonly plan: Plan;
  /** The aircraft flown: the plan's, or the one chosen at start or since. */
  readonly aircraft: Aircraft | null;
  /** A change of the aircraft that is not yet delivered; `from` is the aircraft that the crew center has. Null when it is delivered. */
  readonly untoldAircraft: { readonly from: Aircraft | null } | null;
  /** Where it is flown, as the client said at the start. */
  readonly network: Network | null;
  /** Known at start where the platform opens a PIREP then, else at filing. */
  readonly pirepId: string | null;
  /** Older names that the platform lost (a PIREP deleted there and prefiled anew). */
  readonly formerPirepIds: readonly string[];
  readonly state: FlightState;
  readonly intent: Intent | null;
  readonly startedAt: number;
  readonly lastReportAt: number;
  readonly endedAt: number | null;
  /** Why it ended, in words for the pilot: cancel's reason, the operator's, ours. */
  readonly reason: string | null;
  readonly receipt: Receipt | null;
  /** Set when it ends: what its reports came to. While it is under way the live fold tells. */
  readonly summary: FlightSummary | null;
  /** Set when filing needs the operator: why. */
  readonly setAside: string | null;
}

/** What a flight's reports came to, for whoever asks after its end. */
export interface FlightSummary {
  readonly phase: string | null;
  readonly lastPosition: Position | null;
  readonly lastSeq: number | null;
  readonly positionCount: number;
  readonly eventCount: number;
  readonly distanceFlownNm: number | null;
}
