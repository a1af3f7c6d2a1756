/** What a post says of a flight, as far as it is known. Texts are as the crew center or a client wrote them. */
export interface FlightFacts {
  readonly callsign: string;
  readonly departure: FactsAirport;
  /** Where it landed. */
  readonly arrival: FactsAirport;
  /** Of a flight that landed at another airport; null for any other. */
  readonly plannedArrival: FactsAirport | null;
  /** `A343 · HB-JMG`; empty when unknown. */
  readonly aircraft: string;
  /** The pilot's ident, and the name of one who agreed to it. */
  readonly pilot: { readonly ident: string; readonly name: string | null };
  /** In milliseconds since the epoch. */
  readonly leftAt: number | null;
  readonly arrivedAt: number | null;
  readonly flightTimeMin: number | null;
  readonly distanceNm: number | null;
  /** Points of 100 by the airline's rules; null for a flight that they did not judge. */
  readonly score: number | null;
  readonly landingRate: { readonly fpm: number; readonly isEstimated: boolean } | null;
}

export interface FactsAirport {
  readonly icao: string;
  readonly name: string | null;
}

/** The crew center, as posts name it. */
export interface FactsAirline {
  readonly name: string;
  /** `#rrggbb`; null for ours. */
  readonly color: string | null;
}

/** Where posts get what they say. */
export interface FactsSource {
  airline(): FactsAirline;
  /** Null when the flight is no longer kept. */
  readFlight(flightId: string): Promise<FlightFacts | null>;
  /** A PNG file; null when it cannot be drawn. */
  readPicture(flightId: string): Promise<Uint8Array | null>;
}
