/** A phase and the time at which it starts. */
export interface PhaseInterval {
  readonly at: number;
  readonly phase: string;
}

const minuteMs = 60_000;
/** A shorter level-off during the climb, or climb during the cruise, is not shown as a phase. */
const passingMs = 5 * minuteMs;
/** Aircraft wait on taxiways; one that stands longer than this has returned to its gate. */
const holdingMs = 10 * minuteMs;

/** Merges brief phases into the surrounding one: the reports show a new phase for every stop on a taxiway and every step climb. */
export function mergeBriefPhases(intervals: readonly PhaseInterval[]): readonly PhaseInterval[] {
  const merged: PhaseInterval[] = [];
  for (const next of intervals) {
    const [before, passing] = [merged.at(-2), merged.at(-1)];
    if (before !== undefined && passing !== undefined && isPassing(before, passing, next)) merged.pop();
    if (merged.at(-1)?.phase !== next.phase) merged.push(next);
  }
  return merged;
}

function isPassing(before: PhaseInterval, passing: PhaseInterval, next: PhaseInterval): boolean {
  const lastedMs = next.at - passing.at;
  if (passing.phase === 'boarding') return lastedMs < holdingMs && ['taxi', 'pushback'].includes(before.phase);
  return before.phase === next.phase && before.phase !== 'boarding' && lastedMs < passingMs;
}
