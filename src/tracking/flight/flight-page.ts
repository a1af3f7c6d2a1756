import type { Flight } from '../model.ts';

/** Which flights, ended or not, are wanted; every condition has to be met. */
export interface FlightPageRequest {
  readonly states?: readonly Flight['state'][];
  /** ICAO code of the airport of departure, of arrival. */
  readonly departure?: string;
  readonly arrival?: string;
  readonly pilotIdent?: string;
  /** Flights that ended at or after this instant, and those that have not ended. */
  readonly endedSince?: number;
  /** Only flights with a lower number. */
  readonly before?: number;
  readonly limit: number;
}
