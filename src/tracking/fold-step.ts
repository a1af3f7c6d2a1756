import type { Place } from '../lib/geo.ts';

/** A place and the instant at which it was reported. */
export interface Doubt extends Place {
  readonly recordedAt: number;
}

interface Arrival {
  readonly isDated: boolean;
  readonly groundSpeedKt: number | null;
  /** Speed of the simulation; null counts as 1. */
  readonly simRate: number | null;
}

/** Faster than any aircraft of a crew center, and than one at five times the speed of time. */
export const maxSpeedKt = 2_500;
/** Faster than an airliner whose ground speed is not known; multiplied by the speed of the simulation. */
const airlinerKt = 750;
/** The fastest that simulators offer. */
const maxSimRate = 128;
/** A shorter step proves nothing: two reports may be a few milliseconds apart. */
const minStepNm = 1;

/** Whether an aircraft can have flown from there to here in this time, or at the speed that it reports itself. */
export function isReached(
  from: { readonly recordedAt: number; readonly simRate?: number },
  at: number,
  arrival: Arrival,
  stepNm: number,
): boolean {
  if (stepNm <= minStepNm) return true;
  const ms = at - from.recordedAt;
  // Of undated reports that came together nobody knows how far apart they are.
  if (!arrival.isDated && ms === 0) return true;
  // It may have been set back to 1 since.
  const simRate = Math.min(maxSimRate, Math.max(1, arrival.simRate ?? 1, from.simRate ?? 1));
  const maxKt = Math.max(maxSpeedKt, simRate * Math.max(airlinerKt, 1.5 * (arrival.groundSpeedKt ?? 0)));
  return stepNm * 3_600_000 <= maxKt * ms;
}
