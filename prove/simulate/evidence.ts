import type { HostPirep } from '../../src/platform/port.ts';
import type { Flight } from '../../src/tracking/model.ts';
import type { Marker } from './sortie.ts';

/** A position that was stored. */
export interface NumberedMarker extends Marker {
  /** The report's number. */
  readonly number: number;
}

/** A position on the disk. */
export interface StoredMarker extends NumberedMarker {
  readonly flightNumber: number;
  /** Its number in the flight, by the client; null when it has none. */
  readonly seq: number | null;
  /** When it was, by the client. */
  readonly recordedAt: number;
}

/** What would be found on the disk if the machine lost its power now. */
export interface DiskEvidence {
  flights(): readonly Flight[];
  /** In the order of their numbers. */
  positions(): readonly StoredMarker[];
  /** How often this position is there, and in which flights. */
  find(marker: Marker): readonly StoredMarker[];
  /** Numbers of the flight's reports that the operator was told the crew center does not take. */
  setAside(flightId: string): ReadonlySet<number>;
}

/** What the staff of the crew center sees. */
export interface CrewEvidence {
  pireps(): readonly PirepEvidence[];
  /** The track of this PIREP in its own order; null where this crew center keeps none. */
  track(pirepId: string): readonly NumberedMarker[] | null;
}

export interface PirepEvidence {
  readonly pirepId: string;
  /** The flight for which it was made; null for one that was not made by Tracker. */
  readonly flightId: string | null;
  readonly pilotId: string;
  /** The bid that was flown; null for a flight without one. */
  readonly bidId: string | null;
  readonly state: HostPirep['state'];
}

export const isFiled = ({ state }: Pick<HostPirep, 'state'>): boolean => state !== 'open' && state !== 'cancelled';
