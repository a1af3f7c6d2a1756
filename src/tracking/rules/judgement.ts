import type { Judgement, Mark, NotJudged, RuledMark, RuledState, RunwayName, UnjudgedRule } from '../model.ts';
import { type FlightFacts, isExempt, meets } from './conditions.ts';
import type { Detector, Finding, FlownFlight } from './detectors/detector.ts';
import { landingsOf } from './detectors/landings.ts';
import { sentenceOf } from './mark-texts.ts';
import { everyFlight, type Rule, type RuleSet } from './rule.ts';

/** From the mildest to the harshest. */
const states: readonly RuledState[] = ['accept', 'reason-needed', 'review', 'reject'];
/** A rule counts its first marks, so that a judgement stays small. */
export const maxMarksOfRule = 20;

/**
 * Judges a flight by a set of rules. The same for the same flight, set and facts, in whatever order the rules stand. What
 * cannot be judged takes no points and changes no state.
 * @param onBug - receives the error of a detector that failed; its rules are not judged, and the flight is filed
 */
export function judge(
  set: Pick<RuleSet, 'number' | 'name' | 'rules'>,
  flight: FlownFlight,
  facts: FlightFacts,
  detectors: readonly Detector[],
  onBug: (error: unknown) => void = () => undefined,
): Judgement {
  const look = createLook(flight, detectors, onBug);
  const enabled = set.rules.filter(({ isEnabled }) => isEnabled);
  const counting = enabled.filter(
    ({ conditions, exemptions }) => meets(conditions, flight, facts) && !isExempt(exemptions, flight),
  );
  const leftAlone = enabled.filter((rule) => !counting.includes(rule)).map(({ id }) => id);
  const landedOn = runwayOf(flight, onBug);
  const judged = counting.map((rule) => judgeRule(rule, look(rule), knownAs(rule, detectors)));
  const points = judged.reduce((sum, { marks }) => sum + marks.reduce((all, mark) => all + mark.points, 0), 0);
  return {
    set: set.number,
    setName: set.name,
    marks: judged.flatMap(({ marks }) => marks).sort(byTime),
    notJudged: judged.flatMap(({ notJudged }) => notJudged).sort(byRule),
    ...(leftAlone.length === 0 ? {} : { leftAlone: leftAlone.sort(compare) }),
    ...(landedOn === null ? {} : { landedOn }),
    score: Math.max(0, 100 - points),
    clientScore: facts.clientScore,
    state: harshest(judged.flatMap(({ state }) => state ?? [])),
  };
}

interface JudgedRule {
  readonly marks: readonly RuledMark[];
  readonly notJudged: readonly UnjudgedRule[];
  /** Null when it did not fire, or nothing for the whole PIREP follows from it. */
  readonly state: RuledState | null;
}

function judgeRule(rule: Rule, finding: Finding, titled: Detector | null): JudgedRule {
  const { id, detector, element, follows, text } = rule;
  const isMeant = (each: { readonly element?: string }) => element === null || each.element === element;
  const found = finding.marks.filter(isMeant).toSorted(byTime).slice(0, maxMarksOfRule);
  let left = rule.maxPoints ?? Number.POSITIVE_INFINITY;
  const marks = found.map((mark): RuledMark => {
    const points = follows.includes('points') ? Math.min(rule.points, left) : 0;
    left -= points;
    return { ...mark, rule: id, detector, follows, points, text, sentence: sentenceOf(titled, detector, mark) };
  });
  const missing = finding.notJudged.filter((each) => each.element === undefined || isMeant(each));
  return {
    // Being accepted needs no reason that anybody looks for on the track.
    marks: follows.every((each) => each === 'accept') ? [] : marks,
    notJudged: once(missing).map((each) => ({ ...each, rule: id, detector })),
    state: marks.length === 0 ? null : harshest(states.filter((state) => follows.includes(state))),
  };
}

/** Returns what looks at the flight with a rule's detector and limits, once for all rules that have the same. */
function createLook(flight: FlownFlight, detectors: readonly Detector[], onBug: (error: unknown) => void) {
  const known = new Map<string, Finding>();
  return ({ detector: name, limits: own }: Rule): Finding => {
    if (name === everyFlight) return { marks: [endOf(flight)], notJudged: [] };
    const detector = knownAs({ detector: name }, detectors);
    if (detector === null) return { marks: [], notJudged: [{ reason: 'unknown-detector' }] };
    const limits = Object.fromEntries(
      Object.entries(detector.limits).map(([limit, spec]) => [limit, own[limit] ?? spec.default]),
    );
    const key = JSON.stringify([name, limits]);
    const finding = known.get(key) ?? tryDetector(() => detector.judge(flight, limits), onBug);
    known.set(key, finding);
    return finding;
  };
}

function knownAs({ detector }: Pick<Rule, 'detector'>, detectors: readonly Detector[]): Detector | null {
  return detectors.find(({ name }) => name === detector) ?? null;
}

/** A defect of one detector must not keep a PIREP from its pilot: it says why it did not judge. */
function tryDetector(run: () => Finding, onBug: (error: unknown) => void): Finding {
  try {
    return run();
  } catch (error) {
    onBug(error);
    return { marks: [], notJudged: [{ reason: 'failed' }] };
  }
}

/** The runway of the last landing; null when none is known. */
function runwayOf(flight: FlownFlight, onBug: (error: unknown) => void): RunwayName | null {
  try {
    const runway = landingsOf(flight).at(-1)?.onRunway?.runway;
    return runway === undefined ? null : { airport: runway.airport, runway: runway.name };
  } catch (error) {
    onBug(error);
    return null;
  }
}

/** The mark of what counts for a flight as a whole: where and when it ended. */
function endOf({ pirep, positions }: FlownFlight): Mark {
  const last = positions.at(-1);
  const at = pirep.blockOnAt ?? pirep.landingAt ?? last?.recordedAt ?? 0;
  return { from: at, to: at, lat: last?.lat ?? null, lon: last?.lon ?? null, value: null, limit: null };
}

function harshest(found: readonly RuledState[]): RuledState | null {
  return states.findLast((state) => found.includes(state)) ?? null;
}

function once(reasons: readonly NotJudged[]): readonly NotJudged[] {
  return [...new Map(reasons.map((each) => [`${each.reason} ${each.element ?? ''}`, each])).values()];
}

type Timed = Mark & { readonly rule?: string };

function byTime(a: Timed, b: Timed): number {
  return a.from - b.from || a.to - b.to || compare(a.rule, b.rule) || compare(a.element, b.element);
}

function byRule(a: UnjudgedRule, b: UnjudgedRule): number {
  return compare(a.rule, b.rule) || compare(a.element, b.element) || compare(a.reason, b.reason);
}

function compare(left = '', right = ''): number {
  return left < right ? -1 : Number(left > right);
}
