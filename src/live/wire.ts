/** A flight on the map. Nothing here names a person. */
export interface MapFlight {
  readonly id: string;
  /** What deltas call it: short, and good until the next snapshot. */
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

/** Latitude, longitude, heading, altitude in feet, knots, feet a minute, phase, and when it reached us (ms). */
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

/** A new place of the flight with this key; the last figure is how many seconds before the tick it reached us. */
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

/** What changed in one tick. */
export interface Delta {
  /** When the tick was, in milliseconds since the epoch. */
  readonly at: number;
  readonly new: readonly MapFlight[];
  readonly moved: readonly MapMove[];
  /** Ids of flights that left the map. */
  readonly gone: readonly string[];
}
