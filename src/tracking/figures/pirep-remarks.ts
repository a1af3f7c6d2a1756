import type { Fold } from './fold-state.ts';

/** Returns remarks on implausible or missing reports. */
export function remarksOn(fold: Fold, hasEnded: boolean): readonly string[] {
  const remarks: string[] = [];
  const { unsureUntil, doubtedCount, skippedNm } = fold;
  if (unsureUntil !== null)
    remarks.push(
      `A clock was wrong, or reports without times came together: times up to ${new Date(unsureUntil).toISOString().slice(11, 16)} UTC are estimates.`,
    );
  if (doubtedCount > 0)
    remarks.push(`Ignored: ${doubtedCount} position(s) that no aircraft could have reached in time.`);
  if (skippedNm >= 1)
    remarks.push(`${Math.round(skippedNm)} nm at an impossible speed are not included in the distance.`);
  if (fold.maxSimRate > 1) remarks.push(`Flown at a simulation rate of up to ${fold.maxSimRate}; times are real time.`);
  if (fold.isAirborne && hasEnded) remarks.push('The reports end in the air, without a landing.');
  return remarks;
}

/** Returns the remark for a client whose clock is slow by this many milliseconds; none for null. */
export function slowClockRemarks(lagMs: number | null): readonly string[] {
  if (lagMs === null) return [];
  const minutes = Math.round(lagMs / 60_000);
  return [`The client's clock was ${minutes} minutes slow: times of day are from that clock; durations are correct.`];
}

/** Returns the pilot's notes followed by the server's remarks. */
export function notesOf(notes: string | null, remarks: readonly string[]): string | null {
  if (remarks.length === 0) return notes;
  return [...(notes === null ? [] : [notes]), `Tracker: ${remarks.join(' ')}`].join('\n');
}
