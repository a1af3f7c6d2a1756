import type { Fold } from '../figures/fold-state.ts';
import type { FlightAir } from '../model.ts';
import type { LiveFlight } from './live-flight.ts';
import type { LiveFlights } from './live-flights.ts';
import type { Transition } from './transition.ts';

/** It may bounce for as long after a touchdown: then it has not landed yet. */
const settledMs = 10_000;

/**
 * Notices take-offs and landings of a flight, and has each stored as a change. They are applied before it returns, so that a
 * transition that is applied next follows them.
 * @param isEnding - no further report will show whether the touchdown was the last one
 */
export async function noteAir(flights: LiveFlights, live: LiveFlight, isEnding = false): Promise<void> {
  const stored: Promise<unknown>[] = [];
  while (live.isUnderWay) {
    const transition = airTransition(live.flight.air, live.fold, isEnding);
    if (transition === null) break;
    stored.push(flights.apply(live, transition));
  }
  await Promise.all(stored);
}

/** Looks at every flight. */
export async function noteAirOfAll(flights: LiveFlights): Promise<void> {
  await Promise.all([...flights].map((live) => noteAir(flights, live)));
}

/** What the reports show that the flight's document does not; null when it has everything. */
export function airTransition(
  air: FlightAir | null,
  { takeoff, landing, landingRateFpm, isAirborne, last }: Fold,
  isEnding: boolean,
): Transition | null {
  // A landing that was missed follows its take-off.
  if (air === null) return takeoff === null ? null : { kind: 'took-off', takeoffAt: takeoff.at };
  if (air.landing !== null)
    return isAirborne && last !== null ? { kind: 'took-off', takeoffAt: last.recordedAt } : null;
  if (isAirborne || landing === null) return null;
  if (!isEnding && last !== null && last.recordedAt - landing.at < settledMs) return null;
  const rateFpm = landingRateFpm?.value ?? null;
  return {
    kind: 'landed',
    landing: { at: landing.at, rateFpm, isRateEstimated: landingRateFpm?.isEstimated ?? false },
  };
}
