import type { Plan } from '../../src/tracking/model.ts';
import type { Detector, Finding, FlownFlight, Mark } from '../../src/tracking/rules/detectors/detector.ts';
import { sampleFlight } from '../journal/suite/samples.ts';

type Change = Partial<Omit<FlownFlight, 'plan' | 'pirep'>> & {
  readonly plan?: Partial<Plan>;
  readonly pirep?: Partial<FlownFlight['pirep']>;
};

/** A flight of which nothing is known but what a test says. */
export function flownFlight({ plan, pirep, ...change }: Change): FlownFlight {
  return {
    positions: [],
    events: [],
    aircraft: null,
    network: null,
    samples: null,
    feedRead: [],
    route: null,
    runwaysNear: () => [],
    ...change,
    plan: { ...sampleFlight(1).plan, ...plan },
    pirep: {
      blockOffAt: null,
      takeoffAt: null,
      landingAt: null,
      blockOnAt: null,
      landingRateFpm: null,
      basis: {},
      diversion: null,
      fuelUsedLb: null,
      route: null,
      ...pirep,
    },
  };
}

/** What a detector says of a flight, with these limits or its defaults. */
export function judgeBy(
  detector: Detector,
  flight: FlownFlight,
  limits: Readonly<Record<string, number>> = {},
): Finding {
  const defaults = Object.fromEntries(Object.entries(detector.limits).map(([name, spec]) => [name, spec.default]));
  return detector.judge(flight, { ...defaults, ...limits });
}

/** Marks in one line each: from and to in seconds after `start`, what was found, value. */
export function inBrief(marks: readonly Mark[], start: number): readonly string[] {
  return marks.map(({ from, to, element, value }) => {
    const seconds = [from, to].map((at) => Math.round((at - start) / 1_000)).join('-');
    return [seconds, ...(element === undefined ? [] : [element]), ...(value === null ? [] : [String(value)])].join(' ');
  });
}
