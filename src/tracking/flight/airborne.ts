import type { Fold } from '../figures/fold-state.ts';
import { type AirportAt, placeElsewhere } from '../figures/landed-elsewhere.ts';
import type { FlightAir, Plan } from '../model.ts';
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
    stored.push(flights.apply(live, placed(transition, live.flight.plan, live.fold, flights.airportAt)));
  }
  await Promise.all(stored);
}

/** Looks at every flight. */
export async function noteAirOfAll(flights: LiveFlights): Promise<void> {
  await Promise.all([...flights].map((live) => noteAir(flights, live)));
}

/** Returns a landing that is not at the planned arrival with its airport, and everything else as it is. */
export function placed(transition: Transition, plan: Plan, fold: Fold, airportAt: AirportAt): Transition {
  if (transition.kind !== 'landed') return transition;
  const place = placeElsewhere(plan, fold);
  const airport = place && airportAt(place);
  if (airport === null || airport.icao === plan.arrival.icao) return transition;
  const elsewhere = airport.icao === plan.departure.icao ? plan.departure : airport;
  return { ...transition, landing: { ...transition.landing, elsewhere } };
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
