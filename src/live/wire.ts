/** A flight on the map. Nothing here names a person. */
export interface MapFlight {
  readonly id: string;
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

/** What changed in one tick. */
export interface Delta {
  readonly new: readonly MapFlight[];
  readonly moved: readonly (readonly [id: string, ...MapPlace])[];
  readonly gone: readonly string[];
}
