import { arrivalOf } from '../../tracking/figures/arrival.ts';
import type { Flight, Judgement, Receipt, RuledMark } from '../../tracking/model.ts';
import { detectorsByName } from '../../tracking/rules/detectors/detectors.ts';
import type { Rule } from '../../tracking/rules/rule.ts';
import { type Measure, mainMeasures, otherMeasures } from './measures.ts';
import { addTo, Breakdown, type Tallies } from './tally.ts';
import { type Coverage, coverageOf, rulesOf, verdictOf } from './verdict.ts';

/** Flights with a name that are kept, the first that are added: the newest. */
const maxNamed = 500;
const asking: readonly string[] = ['review', 'reason-needed', 'reject'];

/** A flight of which a rule asked that somebody looks at it. */
export interface NamedFlight {
  readonly flightId: string;
  /** When it landed, or was filed: an instant. */
  readonly at: number;
  readonly marks: readonly RuledMark[];
}

interface ReadSet {
  readonly coverages: readonly (readonly [Measure, Coverage])[];
}

type JudgedFlight = Pick<Flight, 'id' | 'pilot' | 'plan' | 'aircraft'> & { readonly receipt: Receipt | null };

/**
 * Rates over judged flights. A flight is counted once for a measure, however often it was found, and not at all where it could not
 * be judged.
 */
export class SafetyFigures {
  /** Of everything that a rule looks for, and of the main measures. */
  readonly all: Tallies = {};
  readonly byType = new Breakdown();
  readonly byAirport = new Breakdown();
  /** `LSZH 14`. */
  readonly byRunway = new Breakdown();
  /** `2026-11`, UTC. */
  readonly byMonth = new Breakdown();
  /** By the pilot's id; the second one by the id and the month, `7 2026-11`. */
  readonly byPilot = new Breakdown();
  readonly byPilotMonth = new Breakdown();
  readonly named: NamedFlight[] = [];
  /** Flights that were judged; filed ones that were not, or under a set that cannot be read any more. */
  judged = 0;
  unjudged = 0;
  readonly #sets = new Map<number, ReadSet | null>();
  readonly #limits = new Map<string, Set<number>>();
  readonly #findRules: (set: number) => readonly Rule[] | null;

  /** @param findRules returns the rules of a set; null when it cannot be read */
  constructor(findRules: (set: number) => readonly Rule[] | null) {
    this.#findRules = findRules;
  }

  /** Adds a filed flight. Flights are added newest first. */
  add(flight: JudgedFlight): void {
    const { receipt } = flight;
    if (receipt === null) return;
    const { judgement } = receipt.pirep;
    const set = judgement === undefined ? null : this.#setOf(judgement.set);
    if (judgement === undefined || set === null) {
      this.unjudged += 1;
      return;
    }
    this.judged += 1;
    this.#name(flight.id, receipt, judgement);
    const groups = this.#groupsOf(flight, receipt, judgement);
    for (const [measure, coverage] of set.coverages) {
      const verdict = verdictOf(measure, coverage, judgement);
      if (verdict === null) continue;
      addTo(this.all, measure.id, verdict === 'found');
      if (!mainMeasures.includes(measure)) continue;
      for (const group of groups) addTo(group, measure.id, verdict === 'found');
    }
  }

  /** Returns the values that the rules have given to this limit, in order; empty where no rule looked for it. */
  limitsOf(measure: Measure, limit: string): readonly number[] {
    return [...(this.#limits.get(`${measure.id} ${limit}`) ?? [])].sort((a, b) => a - b);
  }

  #setOf(number: number): ReadSet | null {
    const known = this.#sets.get(number);
    if (known !== undefined) return known;
    const rules = this.#findRules(number);
    const set = rules === null ? null : this.#readSet(rules);
    this.#sets.set(number, set);
    return set;
  }

  #readSet(rules: readonly Rule[]): ReadSet {
    const measures = [...mainMeasures, ...otherMeasures];
    for (const measure of measures) for (const rule of rulesOf(measure, rules)) this.#noteLimits(measure, rule);
    return { coverages: measures.map((measure) => [measure, coverageOf(measure, rules)]) };
  }

  #noteLimits(measure: Measure, { limits }: Rule): void {
    const specs = detectorsByName.get(measure.detector)?.limits ?? {};
    for (const limit of measure.limits) {
      const value = limits[limit] ?? specs[limit]?.default;
      if (value === undefined) continue;
      const key = `${measure.id} ${limit}`;
      const values = this.#limits.get(key) ?? new Set();
      this.#limits.set(key, values.add(value));
    }
  }

  #groupsOf({ pilot, plan, aircraft }: JudgedFlight, receipt: Receipt, judgement: Judgement): readonly Tallies[] {
    const { landedOn } = judgement;
    const month = new Date(instantOf(receipt)).toISOString().slice(0, 7);
    const airport = landedOn?.airport ?? arrivalOf({ plan, air: null, receipt }).icao;
    const runway = landedOn === undefined ? [] : [this.byRunway.of(`${landedOn.airport} ${landedOn.runway}`)];
    return [
      this.byType.of(aircraft?.icao ?? 'unknown'),
      this.byAirport.of(airport),
      ...runway,
      this.byMonth.of(month),
      this.byPilot.of(pilot.id),
      this.byPilotMonth.of(`${pilot.id} ${month}`),
    ];
  }

  #name(flightId: string, receipt: Receipt, { marks }: Judgement): void {
    if (this.named.length >= maxNamed) return;
    const asked = marks.filter(({ follows }) => follows.some((each) => asking.includes(each)));
    if (asked.length > 0) this.named.push({ flightId, at: instantOf(receipt), marks: asked });
  }
}

function instantOf({ pirep, filedAt }: Receipt): number {
  return pirep.landingAt ?? filedAt;
}
