import type { FlightClass, Platform } from '../../platform/port.ts';
import { toHostFlight } from '../../tracking/figures/flight-view.ts';
import type { Flight } from '../../tracking/model.ts';
import { asksCrewCenter } from '../../tracking/rules/judging.ts';
import type { RuleSet } from '../../tracking/rules/rule.ts';

/** Returns what the crew center knows of a flight's pilot and aircraft. */
export type Classify = (flight: Flight) => Promise<FlightClass>;

const unknown: FlightClass = { rank: null, subfleets: [] };

/** What a trial asks the crew center: once for each pilot and aircraft, and nothing where no rule of the set wants to know it. A trial that failed asks again. */
export function flightClasses(set: RuleSet, platform: Pick<Platform, 'readFlightClass'>): Classify {
  if (!asksCrewCenter(set)) return async () => unknown;
  const asked = new Map<string, Promise<FlightClass>>();
  const ask = async (flight: Flight) => (await platform.readFlightClass?.(toHostFlight(flight))) ?? unknown;
  return (flight) => {
    const key = JSON.stringify([flight.pilot.id, flight.aircraft?.id]);
    const answer = asked.get(key) ?? ask(flight);
    asked.set(key, answer);
    return answer;
  };
}
