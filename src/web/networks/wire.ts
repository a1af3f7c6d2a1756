/** An aircraft of a network, on the wire of the map. Degrees, feet, knots. */
export type AroundAircraft = readonly [
  callsign: string,
  lat: number,
  lon: number,
  heading: number | null,
  altitude: number | null,
  gs: number | null,
  type: string | null,
];

/** A controller of a network, at the place of the airport where the network gives none. */
export type AroundController = readonly [
  callsign: string,
  frequency: string | null,
  lat: number,
  lon: number,
  rangeNm: number | null,
];

/** Who is on one network. */
export interface Around {
  readonly network: string;
  /** The feed's own time, milliseconds since the epoch. */
  readonly at: number;
  readonly aircraft: readonly AroundAircraft[];
  /** Null where their list could not be read. */
  readonly controllers: readonly AroundController[] | null;
}

/** What the layers of networks show. */
export interface AroundAnswer {
  readonly networks: readonly Around[];
  /** Those whose feed was not read yet, or cannot be. */
  readonly unread: readonly string[];
  /** Seconds until there may be something new. */
  readonly nextS: number;
}
