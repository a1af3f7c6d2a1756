import type { Position } from '../../model.ts';
import type { Detector } from './detector.ts';
import { markOfStretch, stretchesOf } from './stretches.ts';
import { underWay, unjudged } from './under-way.ts';

/** Seconds between reports that show one and the same acceleration. */
const maxGapS = 300;

/**
 * Time acceleration between block-off and block-on: reports of a rate above the limit, and of one below 1 (`slower`). A rate
 * of 0 is a pause, as X-Plane's dataref `sim/time/sim_speed` has it.
 */
export const simRate: Detector<'maxRate'> = {
  name: 'sim-rate',
  title: 'Time acceleration',
  description:
    'The simulation ran at a rate other than 1 between block-off and block-on; 0 is a pause. The airline’s own rule; no authority knows it.',
  unit: 'x',
  limits: { maxRate: { unit: 'x', default: 1, minimum: 1, maximum: 128, title: 'Maximum rate' } },
  elements: ['faster', 'slower'],
  judge(flight, { maxRate }) {
    const { positions } = flight;
    if (positions.every((position) => position.simRate === null)) return unjudged('no-sim-rate');
    const isUnderWay = underWay(flight);
    const rateOf = (position: Position) => (isUnderWay(position.recordedAt) ? (position.simRate ?? 1) : 1);
    const over = (position: Position) => (rateOf(position) > maxRate ? rateOf(position) : null);
    // The slowest is the greatest of its stretch.
    const under = (position: Position) => (rateOf(position) < 1 && rateOf(position) > 0 ? -rateOf(position) : null);
    const limits = { minS: 0, maxGapS };
    const faster = stretchesOf(positions, over, limits).map((each) => ({
      ...markOfStretch(each, maxRate),
      element: 'faster',
    }));
    const slower = stretchesOf(positions, under, limits).map((each) => ({
      ...markOfStretch({ ...each, value: -each.value }, 1),
      element: 'slower',
    }));
    return { marks: [...faster, ...slower].sort((one, other) => one.from - other.from), notJudged: [] };
  },
};
