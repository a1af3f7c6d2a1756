/** A phase, from this instant on. */
export interface Spell {
  readonly at: number;
  readonly phase: string;
}

const minuteMs = 60_000;
/** A shorter level-off in a climb, or climb in the cruise, is no phase to a reader. */
const passingMs = 5 * minuteMs;
/** Aircraft stand on taxiways; one that stands longer went back to its gate. */
const holdingMs = 10 * minuteMs;

/** Phases as a person would tell them: reports alone make a new one of every stop on a taxiway and every step of a climb. */
export function tellSpells(spells: readonly Spell[]): readonly Spell[] {
  const told: Spell[] = [];
  for (const next of spells) {
    const [before, passing] = [told.at(-2), told.at(-1)];
    if (before !== undefined && passing !== undefined && isPassing(before, passing, next)) told.pop();
    if (told.at(-1)?.phase !== next.phase) told.push(next);
  }
  return told;
}

function isPassing(before: Spell, passing: Spell, next: Spell): boolean {
  const lastedMs = next.at - passing.at;
  if (passing.phase === 'boarding') return lastedMs < holdingMs && ['taxi', 'pushback'].includes(before.phase);
  return before.phase === next.phase && before.phase !== 'boarding' && lastedMs < passingMs;
}
