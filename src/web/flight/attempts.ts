import { approachesIn } from './approach-track.ts';
import type { FlightRecord } from './record.ts';

/** How often a flight approached a runway, or touched it, without landing there. */
export interface Attempts {
  readonly goArounds: number;
  readonly touchAndGoes: number;
}

/** Returns them as the detectors of the airline's rules count them. */
export function attemptsOf(record: FlightRecord): Attempts {
  const approaches = approachesIn(record);
  return {
    goArounds: approaches.filter(({ landing }) => landing === null).length,
    touchAndGoes: approaches.filter(({ landing }) => landing?.isTouchAndGo === true).length,
  };
}
