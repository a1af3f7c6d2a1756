import type { PirepFigure, ReportedFigures } from '../model.ts';
import { maxSpeedKt } from './fold-step.ts';

/** When the flight was opened and ended, by the server's clock; null when unknown. */
export interface Lifetime {
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  /** Maximum simulation rate; 1 if never reported. */
  readonly maxSimRate?: number;
}

type Instant = 'blockOffAt' | 'takeoffAt' | 'landingAt' | 'blockOnAt';
export type Instants = Readonly<Record<Instant, number | null>>;

export interface Believed {
  readonly figures: ReportedFigures;
  /** What was ignored and why: one sentence each. */
  readonly remarks: readonly string[];
}

const order: readonly Instant[] = ['blockOffAt', 'takeoffAt', 'landingAt', 'blockOnAt'];
const words: Readonly<Record<Instant, string>> = {
  blockOffAt: 'block-off',
  takeoffAt: 'take-off',
  landingAt: 'landing',
  blockOnAt: 'block-on',
};

const dayMs = 24 * 3_600_000;
const aheadMs = 5 * 60_000;
/** Clients round, and detect a touchdown a little before or after the server does. */
const roundingMs = 60_000;
const maxLandingRateFpm = 10_000;

/**
 * Returns the figures of `finish` without implausible ones, which are computed instead. The call is not refused because of
 * them: the pilot could not file at all then.
 * @param computed instants from the reports, for those that the client does not send
 */
export function believeFigures(reported: ReportedFigures, computed: Instants, lifetime: Lifetime): Believed {
  const figures = { ...reported };
  const remarks: string[] = [];
  const drop = (figure: PirepFigure, what: string) => {
    figures[figure] = null;
    remarks.push(`Ignored: ${what}.`);
  };
  const { startedAt, finishedAt } = lifetime;
  for (const name of order) {
    const at = figures[name];
    if (at === null) continue;
    const isTooLate = finishedAt !== null && at > finishedAt + aheadMs;
    const isTooEarly = startedAt !== null && at < startedAt - dayMs;
    if (isTooLate || isTooEarly)
      drop(name, `${words[name]} at ${timeOf(at)}, ${isTooLate ? 'after' : 'long before'} the flight`);
  }
  dropDisordered(figures, computed, drop);
  const { flightTimeMin, distanceNm, landingRateFpm } = figures;
  const maxMin = maxFlightTimeMin(lifetime);
  if (flightTimeMin !== null && flightTimeMin > maxMin)
    drop('flightTimeMin', `a flight time of ${flightTimeMin} minutes; the flight was open for less`);
  const hours = (figures.flightTimeMin ?? maxMin) / 60;
  if (distanceNm !== null && distanceNm > Math.max(100, maxSpeedKt * (lifetime.maxSimRate ?? 1) * hours))
    drop('distanceNm', `a distance of ${distanceNm} nm; no aircraft flies that far in this time`);
  if (landingRateFpm !== null && Math.abs(landingRateFpm) > maxLandingRateFpm)
    drop('landingRateFpm', `a landing rate of ${landingRateFpm} ft/min`);
  return { figures, remarks };
}

/** Maximum reported flight time: a day more than the flight was open, for what was flown before it was opened. */
export function maxFlightTimeMin({ startedAt, finishedAt }: Lifetime): number {
  if (startedAt === null || finishedAt === null) return Number.POSITIVE_INFINITY;
  return (Math.max(0, finishedAt - startedAt) + dayMs) / 60_000;
}

/** Ignores the reported one of two instants in the wrong order, or both if both are reported. */
function dropDisordered(
  figures: { -readonly [name in Instant]: number | null },
  computed: Instants,
  drop: (figure: PirepFigure, what: string) => void,
): void {
  const wrong = new Set<Instant>();
  const isWrong = (first: Instant, then: Instant, isReported: (name: Instant) => boolean) => {
    const [one, other] = [figures[first] ?? computed[first], figures[then] ?? computed[then]];
    if (one === null || other === null || other >= one - roundingMs * (isReported(first) && isReported(then) ? 0 : 1))
      return;
    for (const name of [first, then]) if (isReported(name)) wrong.add(name);
  };
  const pairs = order.flatMap((first, index) => order.slice(index + 1).map((then) => [first, then] as const));
  const isReported = (name: Instant) => figures[name] !== null;
  for (const [first, then] of pairs) if (isReported(first) && isReported(then)) isWrong(first, then, isReported);
  dropAll();
  for (const [first, then] of pairs) if (isReported(first) !== isReported(then)) isWrong(first, then, isReported);
  dropAll();

  function dropAll(): void {
    const named = [...wrong].map((name) => `${words[name]} at ${timeOf(figures[name] ?? 0)}`);
    if (named.length > 0) drop([...wrong][0] as Instant, `${named.join(', ')}: out of order`);
    for (const name of wrong) figures[name] = null;
    wrong.clear();
  }
}

function timeOf(at: number): string {
  return new Date(at).toISOString().replace('T', ' ').slice(0, 19);
}
