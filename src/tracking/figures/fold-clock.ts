import type { Fold, Last } from './fold-state.ts';

/** Maximum age of a report before its flight was opened; an older one has a wrong clock, as no client stores reports for longer. */
const oldestMs = 24 * 3_600_000;
/** Smaller jumps are ignored; a report may be this far ahead of the server. */
const toleranceMs = 10 * 60_000;
export const aheadMs = 5 * 60_000;

interface Dated {
  readonly recordedAt: number;
  readonly receivedAt: number;
  readonly isDated: boolean;
}

/** Returns the time of a report: `recordedAt`, or the time of receipt if `recordedAt` is too long before the flight. */
export function instantOf(startedAt: number | null, report: Dated): number {
  return startedAt !== null && report.recordedAt < startedAt - oldestMs ? report.receivedAt : report.recordedAt;
}

/** Like `instantOf`; also records in the fold that a clock was wrong. */
export function believedInstant(fold: Fold, report: Dated): number {
  const at = instantOf(fold.startedAt, report);
  if (at !== report.recordedAt) fold.unsureUntil = at;
  return at;
}

/**
 * Handles a client's clock that was corrected: it advanced by much more than the server's, from an instant before the
 * flight was opened. Instants recorded so far are shifted. (A jump after that may be a pause in the client's queue.)
 */
export function correctClock(fold: Fold, last: Last, at: number, { receivedAt, isDated }: Dated): void {
  const excess = excessOfClock(fold.startedAt, last, { recordedAt: at, receivedAt, isDated });
  if (excess > 0) shiftClock(fold, excess, at);
}

/** Returns by how much a client's clock was corrected between two reports, milliseconds; 0 when it was not. */
export function excessOfClock(
  startedAt: number | null,
  last: Dated,
  { recordedAt, receivedAt, isDated }: Dated,
): number {
  if (!isDated || !last.isDated || startedAt === null) return 0;
  // Reports that are late by the corrected clock too come from the client's queue, which may have gaps of any length.
  if (last.recordedAt >= startedAt - toleranceMs || receivedAt - recordedAt > aheadMs) return 0;
  const excess = recordedAt - last.recordedAt - Math.max(0, receivedAt - last.receivedAt);
  return excess > toleranceMs ? excess : 0;
}

/**
 * Returns true when the server's clock was set back between these two reports, in the order of their arrival: the
 * earlier one is now in the future.
 */
export function isClockSetBack(last: Dated, next: Dated): boolean {
  if (!last.isDated && !next.isDated) return true;
  return last.recordedAt > next.receivedAt + aheadMs;
}

/** Shifts every recorded instant to the clock that is used from `at` on. */
export function shiftClock(fold: Fold, ms: number, at: number): void {
  for (const mark of [fold.blockOff, fold.takeoff, fold.landing, fold.blockOn, fold.level, fold.toldLanding?.landing])
    if (mark) mark.at += ms;
  if (fold.last !== null) fold.last.recordedAt += ms;
  if (fold.standingSince !== null) fold.standingSince += ms;
  if (fold.pausedSince !== null) fold.pausedSince += ms;
  fold.stillSince += ms;
  fold.fastSince += ms;
  fold.doubt = null;
  fold.pauses = fold.pauses.map(({ from, to }) => ({ from: from + ms, to: to + ms }));
  fold.unsureUntil = at;
}
