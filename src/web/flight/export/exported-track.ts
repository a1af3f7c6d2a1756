import type { FlightRecord } from '../record.ts';
import type { TrackMark } from '../track.ts';

/** The data of a flight that every format writes. */
export interface ExportedTrack {
  /** `VMS101 LSZH–MMUN`. */
  readonly name: string;
  readonly callsign: string;
  readonly positions: FlightRecord['positions'];
  /** Events and phases sorted by time, each with the nearest reported position. */
  readonly marks: readonly (TrackMark & { readonly lat: number; readonly lon: number })[];
}
