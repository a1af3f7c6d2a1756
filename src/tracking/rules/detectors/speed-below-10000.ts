import type { Position } from '../../model.ts';
import type { Detector } from './detector.ts';
import { spacingOf } from './spacing.ts';
import { markOfStretch, stretchesOf } from './stretches.ts';
import { unjudged } from './under-way.ts';

/** Reports farther apart do not show whether it kept its speed between them, seconds. */
const maxGapS = 60;

/**
 * More than 250 kt indicated below 10,000 ft above mean sea level: US 14 CFR 91.117(a); in Europe the speed limit of SERA.6001 in
 * airspace where it counts. Ground speed says nothing of it: without an indicated airspeed it is not judged.
 */
export const speedBelow10000: Detector<'maxKt' | 'belowFt' | 'minS'> = {
  name: 'speed-below-10000',
  title: 'Speed below 10,000 ft',
  description: 'Indicated airspeed above the limit below 10,000 ft MSL, for some time (14 CFR 91.117(a); SERA.6001).',
  unit: 'kt',
  limits: {
    maxKt: { unit: 'kt', default: 250, minimum: 100, maximum: 500, title: 'Maximum indicated airspeed' },
    belowFt: { unit: 'ft', default: 10_000, minimum: 1_000, maximum: 20_000, title: 'Below this altitude' },
    minS: { unit: 's', default: 10, minimum: 0, maximum: 600, title: 'Shorter excesses are allowed' },
  },
  judge({ positions }, { maxKt, belowFt, minS }) {
    const isLow = ({ altitudeMslFt }: Position) => altitudeMslFt !== null && altitudeMslFt < belowFt;
    const judged = positions.filter((each) => isLow(each) && each.indicatedAirspeedKt !== null);
    if (judged.length === 0) return unjudged(positions.some(isLow) ? 'no-airspeed' : 'no-altitude');
    const speedOver = (position: Position) => {
      const speedKt = position.indicatedAirspeedKt;
      return speedKt !== null && speedKt > maxKt && isLow(position) ? speedKt : null;
    };
    const marks = stretchesOf(positions, speedOver, { minS, maxGapS }).map((each) => markOfStretch(each, maxKt));
    return { marks, notJudged: [], ...spacing(spacingOf(judged, 0, judged.length - 1)) };
  },
};

function spacing(spacingS: number | undefined) {
  return spacingS === undefined ? {} : { spacingS };
}
