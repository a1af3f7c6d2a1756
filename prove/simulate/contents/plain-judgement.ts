import type { Rule } from '../../../src/tracking/rules/rule.ts';

/** What the simple rules of this world ask of a flight. */
export interface PlainFlight {
  readonly flightType: string;
  readonly departure: string;
  readonly arrival: string;
  readonly landedAt: string | null;
  readonly aircraftType: string | null;
  readonly rank: string | null;
  /** In order of time. */
  readonly reports: readonly PlainReading[];
  readonly blockOffAt: number | null;
  readonly blockOnAt: number | null;
}

export interface PlainReading {
  readonly at: number;
  readonly indicatedKt: number | null;
  readonly altitudeFt: number | null;
  readonly isSlewing: boolean | null;
}

/** What is said of a flight. */
export interface PlainJudgement {
  readonly score: number;
  readonly state: string | null;
  /** By the rules that a pilot is said something of: points of each mark. */
  readonly points: Readonly<Record<string, readonly number[]>>;
  /** Rules that were not for this flight, as one text. */
  readonly leftAlone: string;
}

const fromHarshest = ['reject', 'review', 'accept'];
const maxMarks = 20;

/**
 * Judges a flight by rules as `contents/drawn-rules.ts` draws them: slow and obvious, nothing shared with the code that it
 * judges.
 */
export function plainJudgement(rules: readonly Rule[], flight: PlainFlight): PlainJudgement {
  const inUse = rules.filter(({ isEnabled }) => isEnabled);
  const meant = inUse.filter((rule) => isFor(rule, flight));
  const points: Record<string, readonly number[]> = {};
  const states = new Set<string>();
  let lost = 0;
  for (const rule of meant) {
    const marks = Math.min(maxMarks, marksOf(rule, flight));
    if (marks === 0) continue;
    for (const each of rule.follows) states.add(each);
    if (rule.follows.join() === 'accept') continue;
    const each = pointsOf(rule, marks);
    points[rule.id] = each;
    lost += each.reduce((sum, one) => sum + one, 0);
  }
  return {
    score: Math.max(0, 100 - lost),
    state: fromHarshest.find((each) => states.has(each)) ?? null,
    points,
    leftAlone: inUse
      .flatMap((rule) => (meant.includes(rule) ? [] : [rule.id]))
      .sort()
      .join(' '),
  };
}

/** Those after the maximum take none. */
function pointsOf({ follows, points, maxPoints }: Rule, marks: number): readonly number[] {
  if (!follows.includes('points')) return Array.from({ length: marks }, () => 0);
  const after = (count: number) => (maxPoints === null ? count * points : Math.min(maxPoints, count * points));
  return Array.from({ length: marks }, (_, index) => after(index + 1) - after(index));
}

function isFor({ conditions }: Rule, flight: PlainFlight): boolean {
  const { flightTypes, airports, routes, aircraftTypes, ranks } = conditions;
  const isIn = (list: readonly string[], ...values: readonly (string | null)[]) =>
    list.length === 0 || values.some((value) => value !== null && list.some((each) => sameText(each, value)));
  return (
    isIn(flightTypes, flight.flightType) &&
    isIn(airports, flight.departure, flight.arrival, flight.landedAt) &&
    isIn(routes, `${flight.departure}-${flight.arrival}`) &&
    isIn(aircraftTypes, flight.aircraftType) &&
    isIn(ranks, flight.rank)
  );
}

const sameText = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

function marksOf({ detector, limits }: Rule, { reports, blockOffAt, blockOnAt }: PlainFlight): number {
  if (detector === 'every-flight') return 1;
  if (detector === 'slewed') {
    const isUnderWay = (at: number) => at >= (blockOffAt ?? at) && at <= (blockOnAt ?? at);
    return runsOf(reports, 300_000, ({ isSlewing, at }) => isSlewing === true && isUnderWay(at));
  }
  const { maxKt = 250, belowFt = 10_000 } = limits;
  return runsOf(reports, 60_000, ({ indicatedKt, altitudeFt }) => {
    return indicatedKt !== null && altitudeFt !== null && indicatedKt > maxKt && altitudeFt < belowFt;
  });
}

/** How many times it began to be so: also after a gap in which nobody knows how it was. */
function runsOf(reports: readonly PlainReading[], maxGapMs: number, isSo: (report: PlainReading) => boolean): number {
  const begins = reports.filter((report, index) => {
    const before = reports[index - 1];
    const isGoingOn = before !== undefined && isSo(before) && report.at - before.at <= maxGapMs;
    return isSo(report) && !isGoingOn;
  });
  return begins.length;
}
