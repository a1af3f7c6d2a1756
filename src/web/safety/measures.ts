import { table } from '../../lib/table.ts';
import { detectors } from '../../tracking/rules/detectors/detectors.ts';

/** What flights are counted by: a detector, or some of the elements that it tells apart. */
export interface Measure {
  /** `hard-landing`, `landing.bounce`. */
  readonly id: string;
  readonly title: string;
  readonly detector: string;
  /** A flight counts when each of them could be judged; null means the detector, which tells none apart. */
  readonly elements: readonly string[] | null;
  /** Names of the detector's limits that decide it. */
  readonly limits: readonly string[];
}

/** Which limits decide an element, where a detector has limits of several elements. */
const limitsOfElements = table<Readonly<Record<string, readonly string[]>>>({
  landing: { rate: ['rateFpm'], g: ['g'], long: ['longFt'], 'off-centre': ['offCentreM'], bounce: ['bounces'] },
  'unstable-approach': {
    'sink-rate': ['sinkFpm'],
    'speed-spread': ['spreadKt'],
    'glide-path': ['pathDeg', 'slopeDeg'],
    heading: ['headingDeg'],
    bank: ['bankDeg'],
  },
});

/**
 * The figures of the safety programme, by type, airport, runway and month. An approach is judged by its sink rate, speed and glide
 * path: gear and flaps, which few clients report, are counted among the others.
 */
export const mainMeasures: readonly Measure[] = [
  some('unstable-approach', 'Unstable approach', 'unstable-approach', ['sink-rate', 'speed-spread', 'glide-path']),
  some('hard-landing', 'Hard landing', 'landing', ['rate']),
  some('long-landing', 'Long landing', 'landing', ['long']),
  { id: 'go-around', title: 'Go-around', detector: 'go-around', elements: null, limits: ['belowFt', 'upFt'] },
  {
    id: 'overspeed',
    title: 'Overspeed below 10,000 ft',
    detector: 'speed-below-10000',
    elements: null,
    limits: ['maxKt', 'belowFt', 'minS'],
  },
];

/** Everything else that a rule can look for, each by itself. */
export const otherMeasures: readonly Measure[] = detectors
  .flatMap(({ name, title, elements = null, limits }) =>
    elements === null
      ? [{ id: name, title, detector: name, elements, limits: Object.keys(limits) }]
      : elements.map((each) => some(`${name}.${each}`, `${title}: ${each.replaceAll('-', ' ')}`, name, [each])),
  )
  .filter((measure) => !mainMeasures.some((main) => isSame(main, measure)));

function isSame(left: Measure, right: Measure): boolean {
  return left.detector === right.detector && String(left.elements) === String(right.elements);
}

function some(id: string, title: string, detector: string, elements: readonly string[]): Measure {
  const known = limitsOfElements[detector] ?? {};
  return { id, title, detector, elements, limits: elements.flatMap((each) => known[each] ?? []) };
}
