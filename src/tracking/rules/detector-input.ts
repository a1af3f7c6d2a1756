import type { Detector, LimitSpec } from './detectors/detector.ts';
import { type Problems, placeOf, readMembers } from './input.ts';
import { everyFlight } from './rule.ts';

export type DetectorsByName = ReadonlyMap<string, Pick<Detector, 'limits' | 'elements'>>;

interface What {
  readonly detector: string;
  readonly element: string | null;
  /** The limits that the detector has. */
  readonly spec: Readonly<Record<string, LimitSpec>>;
}

/** Reads which detector a rule has, and which of its elements. */
export function readWhat(
  problems: Problems,
  at: string,
  rule: Readonly<Record<string, unknown>>,
  detectors: DetectorsByName,
): What {
  const detector = typeof rule.detector === 'string' ? rule.detector : '';
  const known = detectors.get(detector) ?? (detector === everyFlight ? { limits: {}, elements: [] } : undefined);
  if (known === undefined) {
    const names = [...detectors.keys(), everyFlight].join(', ');
    problems.add(`${at}.detector`, `"${detector.slice(0, 40)}" is no detector. Use one of: ${names}.`);
    return { detector: '', element: null, spec: {} };
  }
  const element = rule.element ?? null;
  const elements = known.elements ?? [];
  if (element === null || elements.includes(element as string))
    return { detector, element: element as string | null, spec: known.limits };
  const choice = elements.length === 0 ? 'it tells none apart.' : `use one of ${elements.join(', ')}.`;
  problems.add(`${at}.element`, `This is no element of ${detector}: ${choice}`);
  return { detector, element: null, spec: known.limits };
}

/** Reads the limits that differ from the detector's defaults. */
export function readLimits(
  problems: Problems,
  at: string,
  given: unknown,
  spec: What['spec'],
): Readonly<Record<string, number>> {
  const read = readMembers(problems, at, given, Object.keys(spec));
  const limits: Record<string, number> = {};
  for (const [name, { minimum, maximum }] of Object.entries(spec)) {
    if (Object.hasOwn(read, name))
      limits[name] = problems.number(placeOf(at, name), read[name], { min: minimum, max: maximum });
  }
  return limits;
}
