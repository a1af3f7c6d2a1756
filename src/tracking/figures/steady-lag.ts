import type { Report } from '../model.ts';
import { contentOf } from './timeline.ts';

/** Smaller errors of a clock are not mentioned. */
const minLagMs = 10 * 60_000;
/** Maximum variation of the delay of reports sent one by one; those of a queue vary more. */
const maxSpreadMs = 60_000;
const minSpanMs = 10 * 60_000;

/**
 * Returns by how much the client's clock is slow, in milliseconds: its reports arrived without delay for some time, all
 * dated too early by the same amount. Null when unknown: the reports of a queue are early too, but by varying amounts.
 */
export function steadyLag(reports: readonly Report[]): number | null {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const report of reports) {
    const { recordedAt, receivedAt, isDated } = contentOf(report);
    if (!isDated) return null;
    least = Math.min(least, receivedAt - recordedAt);
    most = Math.max(most, receivedAt - recordedAt);
    first = Math.min(first, receivedAt);
    last = Math.max(last, receivedAt);
  }
  return least >= minLagMs && most - least <= maxSpreadMs && last - first >= minSpanMs ? least : null;
}
