/** A flight on the map; contains no personal data. */
export interface MapFlight {
  readonly id: string;
  /** Short key used in deltas, valid until the next snapshot. */
  readonly key: number;
  readonly callsign: string;
  readonly departure: MapAirport;
  readonly arrival: MapAirport;
  readonly aircraft: string | null;
  readonly registration: string | null;
  readonly at: MapPlace;
}

export interface MapAirport {
  readonly icao: string;
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
  /** Ids of flights that left the map. */
  readonly gone: readonly string[];
}
