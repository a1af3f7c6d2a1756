import type { Place } from '../../lib/geo.ts';

/** A place and the time at which it was reported. */
export interface Doubt extends Place {
  readonly recordedAt: number;
}

interface Arrival {
  readonly isDated: boolean;
  readonly recordedAt: number;
  readonly groundSpeedKt: number | null;
  /** Simulation rate; null counts as 1. */
  readonly simRate: number | null;
}

/** Faster than any aircraft of a crew center, even at a simulation rate of 5. */
export const maxSpeedKt = 2_500;
/** Faster than any airliner, for reports without a ground speed; multiplied by the simulation rate. */
const airlinerKt = 750;
/** Maximum simulation rate of simulators. */
const maxSimRate = 128;
/** Shorter steps are ignored: two reports may be a few milliseconds apart. */
const minStepNm = 1;

/** Whether this report and the one before arrived together without times: nobody knows what lies between them. */
export function isTogether(
  last: { readonly isDated: boolean; readonly recordedAt: number } | null,
  { isDated, recordedAt }: Pick<Arrival, 'isDated' | 'recordedAt'>,
): boolean {
  return last !== null && !isDated && !last.isDated && recordedAt === last.recordedAt;
}

/** Whether an aircraft can have flown this step in its time, or at the speed that it reports itself. */
export function isReached(
  from: { readonly recordedAt: number; readonly simRate?: number },
  at: number,
  arrival: Arrival,
  stepNm: number,
): boolean {
  if (stepNm <= minStepNm) return true;
  const ms = at - from.recordedAt;
  // The time between undated reports that arrived together is unknown.
  if (!arrival.isDated && ms === 0) return true;
  // The rate may have been reset to 1 since.
  const simRate = Math.min(maxSimRate, Math.max(1, arrival.simRate ?? 1, from.simRate ?? 1));
  const maxKt = Math.max(maxSpeedKt, simRate * Math.max(airlinerKt, 1.5 * (arrival.groundSpeedKt ?? 0)));
  return stepNm * 3_600_000 <= maxKt * ms;
}
