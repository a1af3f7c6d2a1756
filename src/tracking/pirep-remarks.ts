import type { Fold } from './fold-state.ts';

/** What of its reports was not believed, and what they leave open. */
export function remarksOn(fold: Fold, hasEnded: boolean): readonly string[] {
  const remarks: string[] = [];
  const { unsureUntil, doubtedCount, skippedNm } = fold;
  if (unsureUntil !== null)
    remarks.push(
      `A clock was wrong: times up to ${new Date(unsureUntil).toISOString().slice(11, 16)} UTC are estimates.`,
    );
  if (doubtedCount > 0)
    remarks.push(`Not believed: ${doubtedCount} position(s) that nothing could have reached in time.`);
  if (skippedNm >= 1) remarks.push(`${Math.round(skippedNm)} nm at an impossible speed are left out of the distance.`);
  if (fold.maxSimRate > 1)
    remarks.push(`Flown at up to ${fold.maxSimRate} times the speed of time; times are by the clock.`);
  if (fold.isAirborne && hasEnded) remarks.push('The reports end in the air: no landing is known.');
  return remarks;
}

/** Remark for a client whose clock is slow by this many milliseconds; null when it is not known to be. */
export function slowClockRemarks(lagMs: number | null): readonly string[] {
  if (lagMs === null) return [];
  const minutes = Math.round(lagMs / 60_000);
  return [`The client's clock was ${minutes} minutes slow: times of day are by that clock, durations are right.`];
}

/** The pilot's notes, and behind them what the server has to say. */
export function notesOf(notes: string | null, remarks: readonly string[]): string | null {
  if (remarks.length === 0) return notes;
  return [...(notes === null ? [] : [notes]), `Tracker: ${remarks.join(' ')}`].join('\n');
}
