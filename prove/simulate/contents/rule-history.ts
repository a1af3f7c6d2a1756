import type { RuleSet } from '../../../src/tracking/rules/rule.ts';
import { perWorld } from '../readers/per-world.ts';
import type { RunningServer, Scene } from '../scene.ts';

/** A set that staff put in force, or none. They do one thing after the other. */
export interface RuleUse {
  readonly number: number | null;
  readonly calledAt: number;
  /** When it was confirmed; null as long as nobody knows whether it was done. */
  doneAt: number | null;
}

/** A filed flight that staff have judged by another set; they repeat it until it is done. */
export interface JudgedAgain {
  readonly set: number;
  doneAt: number | null;
}

/** What staff did with the rules of a world. */
interface RuleHistory {
  /** Sets of which it was confirmed that they are saved. */
  readonly sets: Map<number, RuleSet>;
  readonly uses: RuleUse[];
  /** By flight, in order. */
  readonly again: Map<string, JudgedAgain[]>;
  /** Ranks that each pilot has had. */
  readonly ranks: Map<string, Set<string | null>>;
  /** The server by which a change is under way. */
  changing: RunningServer | null;
}

export const ruleHistory = perWorld<RuleHistory>(() => ({
  sets: new Map(),
  uses: [],
  again: new Map(),
  ranks: new Map(),
  changing: null,
}));

/** Each set that may have been in force at some time from one moment to the other; null is none. */
export function inForceBetween(world: Scene, from: number, to: number): ReadonlySet<number | null> {
  const possible = new Set<number | null>([null]);
  for (const { number, calledAt, doneAt } of ruleHistory(world).uses) {
    if (calledAt > to) break;
    if (doneAt !== null && doneAt <= from) possible.clear();
    possible.add(number);
  }
  return possible;
}

/** What staff asked for that is not done yet, as sentences. */
export function notJudgedYet(world: Scene): readonly string[] {
  return [...ruleHistory(world).again].flatMap(([flightId, all]) =>
    all.some(({ doneAt }) => doneAt === null) ? [`flight ${flightId} is not judged again yet`] : [],
  );
}
