import type { RunwaysNear } from '../../lib/runways/runway.ts';
import type { Detector, FlownFlight } from '../detectors/detector.ts';
import type { Judgement } from '../model.ts';
import type { FlightFacts } from './conditions.ts';
import { judge } from './judgement.ts';
import type { RuleSet } from './rule.ts';
import type { RuleBook } from './rule-book.ts';

/** What the core judges flights with. */
export interface JudgingNeeds {
  readonly book: Pick<RuleBook, 'inForce' | 'find' | 'hasList' | 'isListed'>;
  readonly detectors: readonly Detector[];
  readonly runwaysNear: RunwaysNear;
  /** Receives the error of a detector that failed. */
  onBug(error: unknown): void;
}

/** Judges flights by the airline's rules. */
export class Judging {
  readonly #needs: JudgingNeeds;

  constructor(needs: JudgingNeeds) {
    this.#needs = needs;
  }

  /** Number of the set in force; null while none is. */
  inForce(): number | null {
    return this.#needs.book.inForce()?.number ?? null;
  }

  /**
   * Returns a set for filing; `damaged` for one that cannot be read any more, `unheard` for one that another server has saved
   * and this one has not read yet.
   */
  find(number: number): RuleSet | 'damaged' | 'unheard' {
    const { book } = this.#needs;
    return book.find(number) ?? (book.hasList && !book.isListed(number) ? 'unheard' : 'damaged');
  }

  judge(set: RuleSet, flight: Omit<FlownFlight, 'runwaysNear'>, facts: FlightFacts): Judgement {
    const { detectors, runwaysNear, onBug } = this.#needs;
    return judge(set, { ...flight, runwaysNear }, facts, detectors, onBug);
  }
}

/** Whether a rule of this set asks what the crew center alone knows of a flight. */
export function asksCrewCenter({ rules }: Pick<RuleSet, 'rules'>): boolean {
  return rules.some(
    ({ isEnabled, conditions }) => isEnabled && conditions.ranks.length + conditions.subfleets.length > 0,
  );
}
