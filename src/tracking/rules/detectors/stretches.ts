import type { Position } from '../../model.ts';
import type { Mark } from './detector.ts';

/** Reports one after the other in each of which something was so. */
export interface Stretch {
  readonly from: Position;
  readonly to: Position;
  /** The greatest of the values. */
  readonly value: number;
}

export interface StretchLimits {
  /** Seconds from the first to the last of its reports; shorter ones are left out. */
  readonly minS: number;
  /** Nobody knows what was between reports that are farther apart than this, seconds: a stretch ends there. */
  readonly maxGapS: number;
}

/** Returns the stretches of reports for which `measure` returns a number. It returns null where it is not so, or unknown. */
export function stretchesOf(
  positions: readonly Position[],
  measure: (position: Position, index: number) => number | null,
  { minS, maxGapS }: StretchLimits,
): readonly Stretch[] {
  const found: Stretch[] = [];
  let open: { from: Position; to: Position; value: number } | null = null;
  const close = () => {
    if (open !== null && open.to.recordedAt - open.from.recordedAt >= minS * 1_000) found.push(open);
    open = null;
  };
  for (let index = 0; index < positions.length; index++) {
    const position = positions[index] as Position;
    if (open !== null && position.recordedAt - open.to.recordedAt > maxGapS * 1_000) close();
    const value = measure(position, index);
    if (value === null) close();
    else if (open === null) open = { from: position, to: position, value };
    else {
      open.to = position;
      open.value = Math.max(open.value, value);
    }
  }
  close();
  return found;
}

/** Returns the mark of a stretch; without a limit it is not a quantity. */
export function markOfStretch({ from, to, value }: Stretch, limit: number | null): Mark {
  return {
    from: from.recordedAt,
    to: to.recordedAt,
    lat: from.lat,
    lon: from.lon,
    value: limit === null ? null : value,
    limit,
  };
}
