import type { FlownFlight } from './detectors/detector.ts';
import { emergency } from './detectors/emergency.ts';
import type { RuleConditions, RuleExemptions } from './rule.ts';

/** What rules ask about a flight that its reports and its plan do not say. */
export interface FlightFacts {
  /** The pilot's rank at the crew center when the flight was filed; null when unknown. */
  readonly rank: string | null;
  /** Names and ids by which the crew center knows the aircraft's subfleet; empty when unknown. */
  readonly subfleets: readonly string[];
  /** The score that the client said; null when it said none. */
  readonly clientScore: number | null;
}

/** Returns whether a rule counts for this flight: every list that is not empty contains its value, in any case. */
export function meets(conditions: RuleConditions, flight: FlownFlight, facts: FlightFacts): boolean {
  const { plan, aircraft, pirep, network } = flight;
  const airports = [plan.departure.icao, plan.arrival.icao, pirep.diversion?.icao ?? null];
  return (
    has(conditions.aircraftTypes, [aircraft?.icao ?? null]) &&
    has(conditions.subfleets, facts.subfleets) &&
    has(conditions.airports, airports) &&
    has(conditions.routes, [`${plan.departure.icao}-${plan.arrival.icao}`]) &&
    has(conditions.ranks, [facts.rank]) &&
    has(conditions.flightTypes, [plan.flightType]) &&
    has(conditions.networks, [network])
  );
}

/** Returns whether a rule leaves this flight alone. */
export function isExempt(exemptions: RuleExemptions, flight: FlownFlight): boolean {
  return (
    (exemptions.diversion && flight.pirep.diversion !== null) || (exemptions.emergency && hasDeclaredEmergency(flight))
  );
}

/** As the detector `emergency` finds it by its defaults: not for the way of a knob to another code. */
export function hasDeclaredEmergency(flight: FlownFlight): boolean {
  return emergency.judge(flight, { minS: emergency.limits.minS.default }).marks.length > 0;
}

function has(list: readonly string[], values: readonly (string | null)[]): boolean {
  if (list.length === 0) return true;
  const wanted = new Set(list.map(plain));
  return values.some((value) => value !== null && wanted.has(plain(value)));
}

function plain(text: string): string {
  return text.trim().toUpperCase();
}
