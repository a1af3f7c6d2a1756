import type { RunwaysNear } from '../../lib/runways/runway.ts';
import { detectors } from '../detectors/detectors.ts';
import type { Flight, Judgement, Pirep, Report } from '../model.ts';
import type { FlightFacts } from './conditions.ts';
import { flownFlight } from './flown-flight.ts';
import { judge } from './judgement.ts';
import type { RuleSet } from './rule.ts';
import type { RuleBook } from './rule-book.ts';

/** What the core judges flights with. */
export interface JudgingNeeds {
  readonly book: Pick<RuleBook, 'inForce' | 'find' | 'hasList' | 'isListed'>;
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

  /** Judges a flight by its reports, whatever their order, and by the PIREP as it is filed. */
  judge(set: RuleSet, flight: Flight, reports: readonly Report[], pirep: Pirep, facts: FlightFacts): Judgement {
    const { runwaysNear, onBug } = this.#needs;
    const flown = flownFlight(flight, reports, pirep, { ...unseen, runwaysNear });
    return judge(set, flown, facts, detectors, onBug);
  }
}

/** No network was read, and no place of a route is known. */
const unseen = { samples: null, feedRead: [], route: null };

/** Whether a rule of this set asks what the crew center alone knows of a flight. */
export function asksCrewCenter({ rules }: Pick<RuleSet, 'rules'>): boolean {
  return rules.some(
    ({ isEnabled, conditions }) => isEnabled && conditions.ranks.length + conditions.subfleets.length > 0,
  );
}
