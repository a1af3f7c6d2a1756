/** Between which values a figure lies that the reports do not show exactly. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/** Returns the range of these values, wider by a margin on both sides. */
export function rangeOf(values: readonly number[], margin = 0): Range {
  return { min: Math.min(...values) - margin, max: Math.max(...values) + margin };
}

/** Whether a figure is above a limit; null when it may be either. */
export function isAbove({ min, max }: Range, limit: number): boolean | null {
  if (min > limit) return true;
  return max <= limit ? false : null;
}
