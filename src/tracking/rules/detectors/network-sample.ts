/** What a network's own feed showed of a pilot at one moment. */
export interface NetworkSample {
  readonly network: 'vatsim' | 'ivao';
  /** When the network saw it: an instant, milliseconds since the Unix epoch. */
  readonly at: number;
  readonly callsign: string;
  readonly lat: number;
  readonly lon: number;
  /** ICAO type of the filed flight plan; null when none was filed. */
  readonly aircraftType: string | null;
}
