import type { Report } from '../model.ts';
import { contentOf } from './timeline.ts';

/** Smaller errors of a clock are not mentioned. */
const minLagMs = 10 * 60_000;
/** Maximum variation of the delay of reports sent one by one; those of a queue vary more. */
const maxSpreadMs = 60_000;
const minSpanMs = 10 * 60_000;

/**
 * By how much the client's clock is slow, in milliseconds: its reports arrived without delay for some time, all dated too
 * early by the same amount. Null when unknown: the reports of a queue are early too, but by varying amounts.
 */
export class SteadyLag {
  #least = Number.POSITIVE_INFINITY;
  #most = Number.NEGATIVE_INFINITY;
  #first = Number.POSITIVE_INFINITY;
  #last = Number.NEGATIVE_INFINITY;
  #isDated = true;

  add(report: Report): void {
    const { recordedAt, receivedAt, isDated } = contentOf(report);
    if (!isDated) this.#isDated = false;
    this.#least = Math.min(this.#least, receivedAt - recordedAt);
    this.#most = Math.max(this.#most, receivedAt - recordedAt);
    this.#first = Math.min(this.#first, receivedAt);
    this.#last = Math.max(this.#last, receivedAt);
  }

  get value(): number | null {
    const isSteady = this.#most - this.#least <= maxSpreadMs && this.#last - this.#first >= minSpanMs;
    return this.#isDated && this.#least >= minLagMs && isSteady ? this.#least : null;
  }
}

export function steadyLag(reports: readonly Report[]): number | null {
  const lag = new SteadyLag();
  for (const report of reports) lag.add(report);
  return lag.value;
}
