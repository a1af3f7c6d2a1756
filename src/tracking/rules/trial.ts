import { arrivalOf } from '../figures/arrival.ts';
import type { Flight, Judgement, Pirep, RuledState } from '../model.ts';
import { flightName } from '../model.ts';

/** What became of a PIREP, or would become of it. */
export type Outcome = 'accepted' | 'pending' | 'rejected';

/** How often a rule fired for a flight. */
export interface RuleCount {
  readonly rule: string;
  readonly marks: number;
  readonly points: number;
}

/** What a set of rules says of a past flight, beside what happened then. */
export interface TriedFlight {
  readonly flightId: string;
  readonly pirepId: string;
  readonly pilotIdent: string;
  readonly pilotName: string;
  /** As displayed: `DMO204`. */
  readonly name: string;
  /** ICAO codes; the arrival is where it landed. */
  readonly departure: string;
  readonly arrival: string;
  readonly endedAt: number;
  readonly before: Outcome;
  readonly after: Outcome;
  readonly state: RuledState | null;
  /** What rules said of it then; null when none were in force. */
  readonly judgedBefore: Pick<Judgement, 'set' | 'state' | 'score'> | null;
  /** The PIREP's score of then; null when it had none. */
  readonly scoreBefore: number | null;
  readonly score: number;
  /** Those that fired, in the order of the set. */
  readonly rules: readonly RuleCount[];
}

/** How often a rule fired in all flights, and for how many it could not be judged. */
export interface RuleTotals {
  readonly flights: number;
  readonly marks: number;
  readonly points: number;
  readonly notJudged: number;
}

/** How a pilot would have fared. */
export interface PilotTotals {
  readonly ident: string;
  readonly name: string;
  readonly flights: number;
  readonly rejected: number;
  readonly pending: number;
  readonly changed: number;
  readonly points: number;
}

/** What a set of rules would have done with all flights tried so far. */
export interface TrialTotals {
  readonly flights: number;
  /** What it says of them: `none` leaves it to the crew center. */
  readonly states: Readonly<Record<RuledState | 'none', number>>;
  /** What would have become of them. */
  readonly outcomes: Readonly<Record<Outcome, number>>;
  /** Flights of which something else would have become than did. */
  readonly changed: number;
  readonly rules: Readonly<Record<string, RuleTotals>>;
  /** By the pilot's id. */
  readonly pilots: Readonly<Record<string, PilotTotals>>;
}

export const noTotals: TrialTotals = {
  flights: 0,
  states: { reject: 0, review: 0, 'reason-needed': 0, accept: 0, none: 0 },
  outcomes: { accepted: 0, pending: 0, rejected: 0 },
  changed: 0,
  rules: {},
  pilots: {},
};

/** What follows from a judgement for the PIREP: one whose pilot wants the staff to look at it is accepted by no rule. */
export function followedState({ isForReview }: Pick<Pirep, 'isForReview'>, { state }: Judgement): RuledState | null {
  return isForReview === true && state === 'accept' ? null : state;
}

/**
 * Compares what a set of rules says of a filed flight with what happened then. Where the rules leave it to the crew center, what
 * happened would have happened.
 */
export function triedFlight(flight: Flight, judgement: Judgement): TriedFlight | null {
  const { receipt, plan, pilot } = flight;
  if (receipt === null) return null;
  const outcome = outcomeOf(receipt.pirepState);
  const before = receipt.pirep.judgement ?? null;
  const followed = followedState(receipt.pirep, judgement);
  return {
    flightId: flight.id,
    pirepId: receipt.pirepId,
    pilotIdent: pilot.ident,
    pilotName: pilot.name,
    name: flightName(plan),
    departure: plan.departure.icao,
    arrival: arrivalOf(flight).icao,
    endedAt: flight.endedAt ?? receipt.filedAt,
    before: outcome,
    after: followed === null ? outcome : ruledOutcome(followed),
    state: judgement.state,
    judgedBefore: before === null ? null : { set: before.set, state: before.state, score: before.score },
    scoreBefore: receipt.pirep.score,
    score: judgement.score,
    rules: countsOf(judgement),
  };
}

/** A flight that was tried, with what the totals count of it. */
export interface CountedFlight {
  readonly pilotId: string;
  readonly tried: TriedFlight;
  /** Rules that could not be judged. */
  readonly notJudged: Iterable<string>;
}

type Counting<T> = { -readonly [K in keyof T]: T[K] };

/** Adds flights to the totals, which are copied once for all of them: those of thousands of pilots are long. */
export function addFlights(totals: TrialTotals, flights: readonly CountedFlight[]): TrialTotals {
  const states: Counting<TrialTotals['states']> = { ...totals.states };
  const outcomes: Counting<TrialTotals['outcomes']> = { ...totals.outcomes };
  const rules: Counting<TrialTotals['rules']> = { ...totals.rules };
  const pilots: Counting<TrialTotals['pilots']> = { ...totals.pilots };
  let { changed } = totals;
  for (const { pilotId, tried, notJudged } of flights) {
    const isChanged = Number(tried.before !== tried.after);
    states[tried.state ?? 'none'] += 1;
    outcomes[tried.after] += 1;
    changed += isChanged;
    for (const count of tried.rules) rules[count.rule] = withCount(count, rules[count.rule]);
    for (const rule of new Set(notJudged)) rules[rule] = withUnjudged(rules[rule]);
    pilots[pilotId] = addToPilot(pilots[pilotId], tried, isChanged);
  }
  return { flights: totals.flights + flights.length, states, outcomes, changed, rules, pilots };
}

/**
 * Whether staff want to see this flight in the list of a trial: something would have become of it, it lost points, or the rules
 * of then said something else.
 */
export function isWorthListing({ before, after, state, score, rules, judgedBefore }: TriedFlight): boolean {
  if (judgedBefore !== null && (judgedBefore.state !== state || judgedBefore.score !== score)) return true;
  const isHarsh = state !== null && state !== 'accept';
  return before !== after || isHarsh || rules.some(({ points }) => points > 0);
}

function outcomeOf(pirepState: string): Outcome {
  return pirepState === 'accepted' || pirepState === 'rejected' ? pirepState : 'pending';
}

function ruledOutcome(state: RuledState): Outcome {
  if (state === 'accept') return 'accepted';
  return state === 'reject' ? 'rejected' : 'pending';
}

function countsOf({ marks }: Judgement): readonly RuleCount[] {
  const counts = new Map<string, RuleCount>();
  for (const { rule, points } of marks) {
    const known = counts.get(rule) ?? { rule, marks: 0, points: 0 };
    counts.set(rule, { rule, marks: known.marks + 1, points: known.points + points });
  }
  return [...counts.values()];
}

const noRuleTotals: RuleTotals = { flights: 0, marks: 0, points: 0, notJudged: 0 };

function withCount({ marks, points }: RuleCount, known: RuleTotals = noRuleTotals): RuleTotals {
  return {
    ...known,
    flights: known.flights + 1,
    marks: known.marks + marks,
    points: known.points + points,
  };
}

function withUnjudged(known: RuleTotals = noRuleTotals): RuleTotals {
  return { ...known, notJudged: known.notJudged + 1 };
}

function addToPilot(known: PilotTotals | undefined, flight: TriedFlight, changed: number): PilotTotals {
  const { flights, rejected, pending, points } = known ?? { flights: 0, rejected: 0, pending: 0, points: 0 };
  return {
    ident: flight.pilotIdent,
    name: flight.pilotName,
    flights: flights + 1,
    rejected: rejected + Number(flight.after === 'rejected'),
    pending: pending + Number(flight.after === 'pending'),
    changed: (known?.changed ?? 0) + changed,
    points: points + flight.rules.reduce((sum, each) => sum + each.points, 0),
  };
}
