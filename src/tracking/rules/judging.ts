import { contentOf } from '../figures/timeline.ts';
import type { Flight, Judgement, Pirep, Report, TouchdownPlace } from '../model.ts';
import type { FlightFacts } from './conditions.ts';
import type { Detector } from './detectors/detector.ts';
import { flownFlight, type Surroundings } from './detectors/flown-flight.ts';
import { type RunwayLanding, runwayLandingOf } from './detectors/runway-landing.ts';
import { judge } from './judgement.ts';
import type { RuleSet } from './rule.ts';
import type { RuleBook } from './rule-book.ts';

/** Returns what is known of a flight beside its document, its reports and its PIREP. */
export type ReadSurroundings = (
  flight: Pick<Flight, 'plan' | 'pilot' | 'startedAt' | 'network' | 'onNetworks'>,
  pirep: Pick<Pirep, 'route'>,
) => Promise<Surroundings>;

/** Nothing: what needs it is not judged. */
export const noSurroundings: ReadSurroundings = async () => ({
  samples: null,
  feedRead: [],
  route: null,
  runwaysNear: () => [],
});

/** What the core judges flights with. */
export interface JudgingNeeds {
  readonly book: Pick<RuleBook, 'inForce' | 'find' | 'hasList' | 'isListed'>;
  readonly detectors: readonly Detector[];
  readonly surroundings: ReadSurroundings;
  /** Receives the error of a detector that failed. */
  onBug(error: unknown): void;
}

/** A flight with all its reports, and its PIREP. */
export interface ReportedFlight {
  readonly flight: Flight;
  readonly reports: readonly Report[];
  readonly pirep: Pirep;
}

/** Reports that show a landing are no farther from it. */
const aroundMs = 15 * 60_000;

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

  /** Returns where it touched down in the landing of its PIREP; null when no runway is known there. */
  async findTouchdown({ flight, reports, pirep }: ReportedFlight): Promise<TouchdownPlace | null> {
    const { landingAt } = pirep;
    if (landingAt === null) return null;
    const { surroundings, onBug } = this.#needs;
    // A long flight has tens of thousands of reports, and nothing is served meanwhile.
    const around = reports.filter((report) => Math.abs(contentOf(report).recordedAt - landingAt) <= aroundMs);
    try {
      const flown = flownFlight(flight, around, pirep, await surroundings(flight, pirep));
      const landing = runwayLandingOf(flown, flown.runwaysNear);
      return landing && placeOf(landing);
    } catch (error) {
      // A defect here must not keep a PIREP from its pilot.
      onBug(error);
      return null;
    }
  }

  async judge(set: RuleSet, { flight, reports, pirep }: ReportedFlight, facts: FlightFacts): Promise<Judgement> {
    const { detectors, surroundings, onBug } = this.#needs;
    const flown = flownFlight(flight, reports, pirep, await surroundings(flight, pirep));
    return judge(set, flown, facts, detectors, onBug);
  }
}

/** To tenths of a metre: nobody knows it better, and it is kept with every flight. */
function placeOf({ runway, fromThresholdM, offCentreM }: RunwayLanding): TouchdownPlace {
  return {
    airport: runway.airport,
    runway: runway.name,
    fromThresholdM: Math.round(fromThresholdM.value * 10) / 10,
    offCentreM: Math.round(offCentreM.value * 10) / 10,
    basis: fromThresholdM.basis,
  };
}

/** Whether a rule of this set asks what the crew center alone knows of a flight. */
export function asksCrewCenter({ rules }: Pick<RuleSet, 'rules'>): boolean {
  return rules.some(
    ({ isEnabled, conditions }) => isEnabled && conditions.ranks.length + conditions.subfleets.length > 0,
  );
}
