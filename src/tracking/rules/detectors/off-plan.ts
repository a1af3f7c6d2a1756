import type { Detector, Finding } from './detector.ts';
import { judgeLevel } from './filed-level.ts';
import { judgeRoute } from './filed-track.ts';

/**
 * Flown otherwise than filed. `route`: more than 50 nm beside the filed route for 10 minutes, which is the great circles between its
 * places and the airports. `level`: level in the cruise for 10 minutes, farther than 4,000 ft from every level that was filed. Both are
 * the airline's own rule: ICAO Annex 2, 3.6.2 asks for what was cleared, which nobody reports here.
 */
export const offPlan: Detector<'maxOffNm' | 'maxOffFt' | 'minMin'> = {
  name: 'off-plan',
  title: 'Off the flight plan',
  description:
    'Far beside the filed route, or far from every filed level in the cruise, for some time. The airline’s own rule: a clearance that explains it (ICAO Annex 2, 3.6.2) is not reported.',
  unit: null,
  limits: {
    maxOffNm: { unit: 'nm', default: 50, minimum: 5, maximum: 500, title: 'Maximum distance from the route' },
    maxOffFt: { unit: 'ft', default: 4_000, minimum: 500, maximum: 20_000, title: 'Maximum distance from the level' },
    minMin: { unit: 'min', default: 10, minimum: 1, maximum: 120, title: 'Shorter times are allowed' },
  },
  elements: ['route', 'level'],
  judge(flight, { maxOffNm, maxOffFt, minMin }): Finding {
    const found = [judgeRoute(flight, maxOffNm, minMin * 60), judgeLevel(flight, maxOffFt, minMin * 60)];
    const marks = found.flatMap((each) => each.marks).sort((one, other) => one.from - other.from);
    return { marks, notJudged: found.flatMap(({ notJudged }) => notJudged) };
  },
};
