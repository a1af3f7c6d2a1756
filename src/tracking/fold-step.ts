import type { Place } from '../lib/geo.ts';

/** A place and the instant at which it was reported. */
export interface Doubt extends Place {
  readonly recordedAt: number;
}

interface Arrival {
  readonly isDated: boolean;
  readonly groundSpeedKt: number | null;
}

/** Faster than any aircraft of a crew center, and than one at five times the speed of time. */
export const maxSpeedKt = 2_500;
/** A shorter step proves nothing: two reports may be a few milliseconds apart. */
const minStepNm = 1;

/** Whether an aircraft can have flown from there to here in this time, or at the speed that it reports itself. */
export function isReached(
  from: { readonly recordedAt: number },
  at: number,
  arrival: Arrival,
  stepNm: number,
): boolean {
  if (stepNm <= minStepNm) return true;
  const ms = at - from.recordedAt;
  // Of undated reports that came together nobody knows how far apart they are.
  if (!arrival.isDated && ms === 0) return true;
  const maxKt = Math.max(maxSpeedKt, 1.5 * (arrival.groundSpeedKt ?? 0));
  return stepNm * 3_600_000 <= maxKt * ms;
}
