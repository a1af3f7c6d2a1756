/**
 * What travels, as the native contract spells it; the legacy contract answers in the same shapes.
 * Units: degrees, feet, knots, ft/min, nautical miles, pounds, minutes, seconds where a name says so; instants are ISO 8601 with `Z`.
 */

/** What discovery answers on both contracts. */
export interface Hello {
  readonly mode: 'native_module' | 'legacy_patch';
  readonly platform: string;
  readonly name?: string;
  readonly version?: string;
  readonly branding?: Readonly<Record<string, string>>;
  readonly server_time?: string;
  readonly limits?: { readonly positions_per_call?: number; readonly requests_per_second?: number };
}

export interface PilotView {
  readonly id: string;
  readonly ident: string;
  readonly name: string;
}

export interface AirportView {
  readonly icao: string;
  readonly name: string | null;
  readonly lat: number | null;
  readonly lon: number | null;
}

export interface AircraftView {
  readonly id: string;
  readonly icao: string | null;
  readonly name: string | null;
  readonly registration?: string | null;
}

export interface Bid {
  readonly id: string;
  readonly flight_number: string;
  readonly ident: string;
  readonly departure: AirportView;
  readonly arrival: AirportView;
  readonly aircraft: AircraftView | null;
  readonly aircraft_choices?: readonly AircraftView[];
  readonly registration: string | null;
  readonly route: string | null;
  readonly distance: number | null;
  readonly schedule_id: string | null;
  /** Why it cannot be flown, in words; null when it can. */
  readonly blocked: string | null;
}

/** One position. `seq` and `recorded_at` are given by the SDK unless they are set. */
export interface Position {
  readonly lat: number;
  readonly lon: number;
  readonly seq?: number;
  readonly recorded_at?: string;
  readonly heading?: number;
  readonly altitude_msl?: number;
  readonly altitude_agl?: number;
  readonly gs?: number;
  readonly ias?: number;
  readonly vs?: number;
  readonly fuel?: number;
  readonly fuel_flow?: number;
  readonly phase?: string;
  readonly distance?: number;
  readonly transponder?: string;
  readonly autopilot?: string;
  readonly on_ground?: boolean;
  readonly sim_time?: string;
}

/** One flight event, known to the server by `kind` and `recorded_at`. */
export interface FlightEvent {
  readonly kind: string;
  readonly recorded_at?: string;
  readonly message?: string;
  readonly lat?: number;
  readonly lon?: number;
  readonly data?: unknown;
}

/** What is flown: a bid, or the flight's own fields where the crew center asks for no bid. */
export interface StartRequest {
  readonly bid_id?: string;
  readonly aircraft?: string;
  readonly registration?: string;
  readonly airline?: string;
  readonly flight_number?: string;
  readonly departure?: string;
  readonly arrival?: string;
  readonly route?: string;
}

/** Figures of a finish; what is left out the server computes from what was reported. */
export interface FinishFigures {
  readonly flight_time?: number;
  readonly distance?: number;
  readonly fuel_used?: number;
  readonly landing_rate?: number;
  readonly block_off_at?: string;
  readonly block_on_at?: string;
  readonly notes?: string;
  readonly log?: readonly string[];
  readonly fields?: Readonly<Record<string, string>>;
}

/** A flight as its pilot sees it. */
export interface FlightView {
  readonly flight_id: string;
  readonly pirep_id: string | null;
  readonly bid_id: string | null;
  /** `open`, `suspended`, `filing`, `filed`, `cancelled`, `abandoned`. */
  readonly state: string;
  readonly ident: string;
  readonly departure: AirportView;
  readonly arrival: AirportView;
  /** Why it ended, in words. */
  readonly reason: string | null;
  readonly phase: string | null;
  readonly last_seq: number | null;
  readonly last_position: Position | null;
  /** Seconds until the server would like the next position. */
  readonly next_interval: number;
  readonly resumed?: boolean;
  readonly receipt?: Receipt | null;
}

/** What a filed flight leaves: the same for ever. `null` is unknown. */
export interface Receipt {
  readonly flight_id: string;
  readonly pirep_id: string;
  /** `pending` waits for review, or `accepted`. */
  readonly pirep_state: string;
  readonly filed_at: string;
  readonly flight_time: number | null;
  readonly distance: number | null;
  readonly fuel_used: number | null;
  readonly landing_rate: number | null;
  readonly block_off_at: string | null;
  readonly takeoff_at: string | null;
  readonly landing_at: string | null;
  readonly block_on_at: string | null;
  readonly diversion: AirportView | null;
  /** Positions stored of this flight. */
  readonly positions: number;
  /** How each figure that is not null is known, by its name here. */
  readonly basis: Readonly<Record<string, 'reported' | 'computed' | 'estimated'>>;
}

/** Why a position (or event) of a batch was refused: one sentence a field. */
export interface RefusedReport {
  readonly index: number;
  readonly fields: Readonly<Record<string, string>>;
}
