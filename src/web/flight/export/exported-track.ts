import type { FlightRecord } from '../record.ts';
import type { TrackMark } from '../track.ts';

/** A flight as every format writes it. */
export interface ExportedTrack {
  /** `VMS101 LSZH–MMUN`. */
  readonly name: string;
  readonly callsign: string;
  readonly positions: FlightRecord['positions'];
  /** Events and phases in the order of time, each with the position reported nearest to it. */
  readonly marks: readonly (TrackMark & { readonly lat: number; readonly lon: number })[];
}
