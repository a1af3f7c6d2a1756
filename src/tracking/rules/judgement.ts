import type { Mark, NotJudged } from '../detectors/detector.ts';
import type { Consequence, RuledState } from './rule.ts';

/** A mark with the rule under which it counts. */
export interface RuledMark extends Mark {
  readonly rule: string;
  readonly detector: string;
  readonly follows: readonly Consequence[];
  /** Points that it took. */
  readonly points: number;
  /** The airline's own words of the rule; null for ours, by detector and element. */
  readonly text: string | null;
}

/** A rule that could not be judged, and why. */
export interface UnjudgedRule extends NotJudged {
  readonly rule: string;
  readonly detector: string;
}

/**
 * What the rules say of a flight. Made once, when the flight is filed, under the set that was in force when `finish` was
 * called; stored with the receipt.
 */
export interface Judgement {
  /** Number of the rule set. */
  readonly set: number;
  readonly setName: string;
  /** In order of time. */
  readonly marks: readonly RuledMark[];
  readonly notJudged: readonly UnjudgedRule[];
  /** 100 less the points, at least 0: the PIREP's score. */
  readonly score: number;
  /** The score that the client said; null when it said none. */
  readonly clientScore: number | null;
  /** Null when the rules leave it to the crew center. */
  readonly state: RuledState | null;
}
