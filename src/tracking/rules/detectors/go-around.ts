import { approachesOf } from './approaches.ts';
import type { Detector } from './detector.ts';
import { runwayData } from './findings.ts';
import { spacingOf } from './spacing.ts';

/**
 * An approach that was broken off: a descent towards a runway that ends in a climb without a touchdown. It is no fault: the Flight
 * Safety Foundation's ALAR briefing notes 6.1 and 7.1 ask for one whenever an approach is not stabilized.
 */
export const goAround: Detector<'belowFt' | 'upFt'> = {
  name: 'go-around',
  title: 'Go-around',
  description:
    'Lower than the limit above the airport on the approach to a runway, and up again without touching it (Flight Safety Foundation, ALAR briefing note 6.1).',
  unit: 'ft',
  limits: {
    belowFt: { unit: 'ft', default: 1_500, minimum: 100, maximum: 3_000, title: 'Maximum height above the airport' },
    upFt: { unit: 'ft', default: 500, minimum: 100, maximum: 3_000, title: 'Minimum climb after it' },
  },
  judge(flight, limits) {
    const { positions } = flight;
    if (positions.every(({ altitudeMslFt }) => altitudeMslFt === null))
      return { marks: [], notJudged: [{ reason: 'no-altitude' }] };
    const approaches = approachesOf(flight, limits).filter(({ landing }) => landing === null);
    const [first] = approaches;
    const marks = approaches.flatMap(({ last, runway, elevationFt }) => {
      const lowest = positions[last];
      if (lowest === undefined || runway === null || elevationFt === null) return [];
      const { recordedAt: at, lat, lon, altitudeMslFt } = lowest;
      const value = altitudeMslFt === null ? null : altitudeMslFt - elevationFt;
      return [{ from: at, to: at, lat, lon, value, limit: limits.belowFt, data: runwayData(runway) }];
    });
    if (first === undefined) return { marks, notJudged: [] };
    const spacingS = spacingOf(positions, first.first, first.last);
    return { marks, notJudged: [], ...(spacingS === undefined ? {} : { spacingS }) };
  },
};
