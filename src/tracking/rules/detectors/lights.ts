import type { Position } from '../../model.ts';
import type { Detector, FlownFlight, Mark, NotJudged } from './detector.ts';
import { markOfStretch, stretchesOf } from './stretches.ts';
import { flies, underWay } from './under-way.ts';

/** Reports farther apart do not show whether the lights stayed off between them, seconds. */
const maxGapS = 120;
/** Engines that run show at least this fan speed, percent of N1. */
const runningPct = 10;

/**
 * Lights that were off: `landing` in the air below 10,000 ft (FAA AIM 4-3-23, Operation Lights On), `beacon` with engines running
 * (14 CFR 91.209(b); SERA.3215(a)(4)). Engines run while N1 or the fuel flow says it, and in the air.
 */
export const lights: Detector<'belowFt' | 'minS'> = {
  name: 'lights',
  title: 'Lights',
  description:
    'Landing lights off in the air below 10,000 ft (FAA AIM 4-3-23), or beacon off with engines running (14 CFR 91.209(b); SERA.3215), for some time.',
  unit: 's',
  limits: {
    minS: { unit: 's', default: 30, minimum: 0, maximum: 3_600, title: 'Shorter times are allowed' },
    belowFt: {
      unit: 'ft',
      default: 10_000,
      minimum: 500,
      maximum: 20_000,
      title: 'Landing lights below this altitude',
    },
  },
  elements: ['landing', 'beacon'],
  judge(flight, { minS, belowFt }) {
    const isFlying = flies(flight);
    const isOff = {
      landing: (position: Position) => {
        const { areLandingLightsOn, altitudeMslFt } = position;
        const isKnown = areLandingLightsOn !== null && altitudeMslFt !== null && isFlying(position) !== null;
        return isKnown ? !areLandingLightsOn && altitudeMslFt < belowFt && isFlying(position) === true : null;
      },
      beacon: (position: Position) => {
        const { isBeaconOn } = position;
        const isRunning = runsIn(position, isFlying(position));
        return isBeaconOn === null || isRunning === null ? null : !isBeaconOn && isRunning;
      },
    };
    const found = (['landing', 'beacon'] as const).map((element) => findOff(flight, element, isOff[element], minS));
    const marks = found.flatMap((each) => each.marks).sort((one, other) => one.from - other.from);
    return { marks, notJudged: found.flatMap(({ notJudged }) => notJudged) };
  },
};

/** Whether engines run; null when nothing shows it. */
function runsIn({ n1Pct, fuelFlowLbPerHour }: Position, isFlying: boolean | null): boolean | null {
  if (isFlying === true) return true;
  if (n1Pct !== null) return n1Pct >= runningPct;
  return fuelFlowLbPerHour === null ? null : fuelFlowLbPerHour > 0;
}

function findOff(
  flight: FlownFlight,
  element: string,
  isOff: (position: Position) => boolean | null,
  minS: number,
): { readonly marks: readonly Mark[]; readonly notJudged: readonly NotJudged[] } {
  const { positions } = flight;
  if (positions.every((position) => isOff(position) === null))
    return { marks: [], notJudged: [{ reason: `no-${element}-lights`, element }] };
  const isUnderWay = underWay(flight);
  const measure = (position: Position) => (isUnderWay(position.recordedAt) && isOff(position) === true ? 1 : null);
  const marks = stretchesOf(positions, measure, { minS, maxGapS }).map((each) => {
    const value = (each.to.recordedAt - each.from.recordedAt) / 1_000;
    return { ...markOfStretch({ ...each, value }, minS), element };
  });
  return { marks, notJudged: [] };
}
