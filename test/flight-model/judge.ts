import type { Detector, Finding, FlownFlight, Limits } from '../../src/tracking/rules/detectors/detector.ts';
import { type Making, makeFlight } from './made-flight.ts';
import { westToFrankfurt } from './troubles.ts';

/** What a detector says of a flight, by its defaults where no other limit is given. */
export function judgeBy(detector: Detector, flight: FlownFlight, limits: Limits = {}): Finding {
  const defaults = Object.entries(detector.limits).map(([name, spec]) => [name, spec.default] as const);
  return detector.judge(flight, { ...Object.fromEntries(defaults), ...limits });
}

/** A made flight from Munich to Frankfurt, 25C. */
export function flightToFrankfurt(making: Omit<Making, 'seed'> = {}): FlownFlight {
  return makeFlight({ seed: 'frankfurt', leg: westToFrankfurt(), ...making }).flight;
}
