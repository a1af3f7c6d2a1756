import type { Detector } from './detector.ts';
import { markOfStretch, stretchesOf } from './stretches.ts';
import { underWay, unjudged } from './under-way.ts';

/** Seconds between reports that show one and the same slew. */
const maxGapS = 300;

/** Slew mode between block-off and block-on, by the reports that say it. Not a quantity. */
export const slewed: Detector<never> = {
  name: 'slewed',
  title: 'Slew',
  description:
    'Slew mode was active between block-off and block-on: the aircraft was moved, not flown. The airline’s own rule; no authority knows it.',
  unit: null,
  limits: {},
  judge(flight) {
    const { positions } = flight;
    if (positions.every(({ isSlewing }) => isSlewing === null)) return unjudged('no-slew-reports');
    const isUnderWay = underWay(flight);
    const measure = ({ isSlewing, recordedAt }: (typeof positions)[number]) =>
      isSlewing === true && isUnderWay(recordedAt) ? 1 : null;
    const marks = stretchesOf(positions, measure, { minS: 0, maxGapS }).map((each) => markOfStretch(each, null));
    return { marks, notJudged: [] };
  },
};
