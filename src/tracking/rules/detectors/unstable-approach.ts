import { type Approach, approachesOf, usualApproach } from './approaches.ts';
import type { Detector, Finding, FlownFlight, Limits, Mark, NotJudged } from './detector.ts';
import { type FinalReport, finalReportsOf } from './final-reports.ts';
import { runwayData, withoutRepeats } from './findings.ts';
import { flareFt } from './runway-landing.ts';
import { maxGapOf, spacingOf } from './spacing.ts';
import { type Exceeded, elements, type StabilityLimit, type Window } from './stability.ts';

/** Reports farther apart do not show whether an approach is stable, seconds. */
const maxSpacingS = 10;
/** Heights above the airport: at the first one it is looked at once, and from the second one on until the flare. */
const upperGateFt = 1_000;
const lowerGateFt = 500;

/**
 * An approach that ended in a landing although it was not stabilized, at 1,000 ft and from 500 ft above the airport. Elements of
 * the Flight Safety Foundation's ALAR briefing note 7.1, "Stabilized approach" (1,000 ft in instrument, 500 ft in visual
 * conditions; sink rate not above 1,000 ft/min, on the correct flight path, only small changes of heading, landing configuration);
 * so also UK CAA, GM1 CAT.OP.MPA.115(a). Neither knows the aircraft's reference speed here: the spread of the speed stands for it.
 * Each element is judged alone, and not where what it needs is not reported.
 */
export const unstableApproach: Detector<StabilityLimit> = {
  name: 'unstable-approach',
  title: 'Unstable approach',
  description:
    'A landing after an approach that was not stabilized at 1,000 ft, or from 500 ft on (Flight Safety Foundation, ALAR briefing note 7.1; UK CAA, GM1 CAT.OP.MPA.115(a)).',
  unit: null,
  limits: {
    sinkFpm: { unit: 'fpm', default: 1_000, minimum: 300, maximum: 5_000, title: 'Maximum sink rate' },
    spreadKt: { unit: 'kt', default: 20, minimum: 5, maximum: 100, title: 'Maximum spread of the indicated airspeed' },
    pathDeg: { unit: 'deg', default: 0.7, minimum: 0.2, maximum: 5, title: 'Maximum deviation from the glide path' },
    slopeDeg: { unit: 'deg', default: 3, minimum: 2, maximum: 8, title: 'Glide path' },
    headingDeg: { unit: 'deg', default: 10, minimum: 2, maximum: 90, title: 'Maximum turn from the runway' },
    bankDeg: { unit: 'deg', default: 10, minimum: 2, maximum: 60, title: 'Maximum bank' },
  },
  elements: elements.map(({ name }) => name),
  judge(flight, limits) {
    const approaches = approachesOf(flight, usualApproach).filter(({ landing }) => landing !== null);
    if (approaches.length === 0) return { marks: [], notJudged: [{ reason: 'no-landing' }] };
    const findings = approaches.map((approach) => judgeApproach(flight, approach, limits));
    const spacingS = findings.at(-1)?.spacingS;
    return {
      marks: findings.flatMap(({ marks }) => marks),
      notJudged: withoutRepeats(findings.flatMap(({ notJudged }) => notJudged)),
      ...(spacingS === undefined ? {} : { spacingS }),
    };
  },
};

function judgeApproach({ positions }: FlownFlight, approach: Approach, limits: Limits<StabilityLimit>): Finding {
  const reports = finalReportsOf(positions, approach);
  const gate = reports.findLastIndex(({ heightFt }) => heightFt > upperGateFt) + 1;
  const from = reports[Math.max(0, gate - 1)]?.index;
  if (from === undefined) return { marks: [], notJudged: [{ reason: 'no-altitude' }] };
  const spacingS = spacingOf(positions, from, approach.last + 1) ?? 0;
  const windows = windowsOf(reports, gate);
  if (windows.length === 0 || maxGapOf(positions, from, approach.last + 1) > maxSpacingS)
    return { marks: [], notJudged: [{ reason: 'too-sparse' }], spacingS };
  const marks: Mark[] = [];
  const notJudged: NotJudged[] = [];
  for (const window of windows)
    for (const element of elements) {
      const found = element.judge(window, limits);
      if (found === 'absent') notJudged.push({ reason: noRunway(approach, element.needs), element: element.name });
      else if (found !== null) marks.push(markOf(approach, window, element.name, element.unit, found));
    }
  return { marks, notJudged, spacingS };
}

/** A circuit that begins below the upper gate is looked at from the lower one on. */
function windowsOf(reports: readonly FinalReport[], gate: number): readonly Window[] {
  const below = reports.slice(reports.findLastIndex(({ heightFt }) => heightFt > lowerGateFt) + 1);
  const lower = below.filter(({ heightFt }) => heightFt >= flareFt);
  if (lower.length === 0) return [];
  const upper = gate === 0 ? [] : reports.slice(gate, gate + 1);
  const landed = reports.at(-1);
  return [
    ...(upper.length === 0 ? [] : ([{ gate: '1000', reports: upper, lower, landed }] as const)),
    { gate: '500', reports: lower, lower, landed },
  ];
}

function noRunway({ runway }: Approach, needs: string): string {
  return runway === null && needs === 'no-heading' ? 'no-runway' : needs;
}

function markOf(
  { runway }: Approach,
  { gate }: Window,
  element: string,
  unit: string | null,
  { from, to, value, limit }: Exceeded,
): Mark {
  const { recordedAt, lat, lon } = from;
  const data = { gate, ...runwayData(runway), ...(unit === null ? {} : { unit }) };
  const isQuantity = unit !== null;
  return {
    from: recordedAt,
    to: to.recordedAt,
    lat,
    lon,
    value: isQuantity ? value : null,
    limit: isQuantity ? limit : null,
    element,
    data,
  };
}
