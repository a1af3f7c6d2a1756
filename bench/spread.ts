import { median } from './measure.ts';

/** What the rounds of one figure say together. */
export interface Spread {
  readonly median: number;
  /** Lowest and highest of the rounds. */
  readonly range: readonly [number, number];
  /** Holds the median with a probability of at least 90 %, whatever the noise looks like; all rounds when there are fewer than eight. */
  readonly interval: readonly [number, number];
  /** Whether the interval is narrow enough for the figure to mean something. One round has no spread and is taken as it is. */
  readonly isBelieved: boolean;
}

/** Above this, as a share of the median, a machine was too busy to be measured. */
const maxWidth = 0.25;
const wanted = 0.9;

/** @param values - one of each round, at least one */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const cut = cutFor(sorted.length);
  const at = (index: number) => sorted.at(index) ?? Number.NaN;
  const interval = [at(cut), at(-1 - cut)] as const;
  const middle = median(values);
  const isNarrow = interval[1] - interval[0] <= maxWidth * Math.abs(middle);
  return { median: middle, range: [at(0), at(-1)], interval, isBelieved: isNarrow && values.length !== 2 };
}

/**
 * How many values may be left out at each end so that the others still hold the true median in nine cases of ten: each
 * value is above or below it with the same chance (the interval of the sign test).
 */
function cutFor(count: number): number {
  let cut = 0;
  let [outside, ways] = [0, 1];
  while (cut < count / 2) {
    outside += (2 * ways) / 2 ** count;
    if (1 - outside < wanted) break;
    ways = (ways * (count - cut)) / (cut + 1);
    cut += 1;
  }
  return Math.max(0, cut - 1);
}
