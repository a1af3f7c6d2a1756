/** A flight on the map; contains no personal data but the name of a pilot who chose to be named. */
export interface MapFlight {
  readonly id: string;
  /** Short key used in deltas, valid until the next snapshot. */
  readonly key: number;
  readonly callsign: string;
  /** As the pilot chose; null for all others. */
  readonly pilot: string | null;
  readonly departure: MapAirport;
  /** Where it landed, as far as that is known; else the planned one. */
  readonly arrival: MapAirport;
  /** ICAO code of the planned arrival, where it landed elsewhere; else absent. */
  readonly divertedFrom?: string;
  readonly aircraft: string | null;
  readonly registration: string | null;
  /** The crew center's code of the airline, usually its ICAO code. */
  readonly airline: string | null;
  readonly network: string | null;
  readonly planned: MapPlan;
  readonly at: MapPlace;
  readonly progress: MapProgress;
}

export interface MapAirport {
  readonly icao: string;
  readonly name: string | null;
  readonly lat: number | null;
  readonly lon: number | null;
}

/** Latitude, longitude, heading, altitude (ft), ground speed (kt), vertical speed (ft/min), phase, time of receipt (ms). */
export type MapPlace = readonly [
  lat: number,
  lon: number,
  heading: number | null,
  altitude: number | null,
  gs: number | null,
  vs: number | null,
  phase: string,
  receivedAt: number,
];

/** The schedule: departure and arrival as it writes them (`10:00`, `10:00 EST`; no arrival where it landed elsewhere), minutes from gate to gate, distance (nm). */
export type MapPlan = readonly [
  departure: string | null,
  arrival: string | null,
  minutes: number | null,
  distanceNm: number | null,
];

/**
 * How far a flight is: off block, takeoff, landing and on block, and the expected landing with its doubt in minutes.
 * Instants are whole minutes since the epoch. The distance flown is in nautical miles. `seen`: on which network its feed shows the pilot, and as what.
 */
export type MapProgress = readonly [
  offBlock: number | null,
  takeoff: number | null,
  landing: number | null,
  onBlock: number | null,
  flownNm: number,
  expected: number | null,
  doubtMin: number | null,
  seen: readonly [network: string, callsign: string] | null,
];

/** A new position of the flight with this key; the last value is how many seconds before the tick it was received. */
export type MapMove = readonly [
  key: number,
  lat: number,
  lon: number,
  heading: number | null,
  altitude: number | null,
  gs: number | null,
  vs: number | null,
  phase: string,
  ageS: number,
];

/** The changes of one tick. */
export interface Delta {
  /** Time of the tick, in milliseconds since the epoch. */
  readonly at: number;
  readonly new: readonly MapFlight[];
  readonly moved: readonly MapMove[];
  /** Key and progress of flights: once a minute, and when a flight leaves the gate, takes off, lands or parks. */
  readonly progress: readonly (readonly [key: number, ...MapProgress])[];
  /** Ids of flights that left the map. */
  readonly gone: readonly string[];
}

/** A delta while it is made. */
export interface Taken extends Delta {
  readonly new: MapFlight[];
  readonly moved: MapMove[];
  readonly progress: (readonly [number, ...MapProgress])[];
  readonly gone: string[];
}
