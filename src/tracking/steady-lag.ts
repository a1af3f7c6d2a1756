import type { Report } from './model.ts';
import { contentOf } from './timeline.ts';

/** A clock that is wrong by less is not spoken of. */
const minLagMs = 10 * 60_000;
/** Reports that come one by one are this evenly late; those of a queue are not. */
const maxSpreadMs = 60_000;
const minSpanMs = 10 * 60_000;

/**
 * By how much the client's clock is slow, in milliseconds: its reports came as they were made, over some time, and all
 * were dated as much too early. Null where that cannot be said: a queue that was sent later looks alike but is not even.
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
