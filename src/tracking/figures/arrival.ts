import type { Airport, Pirep, Plan } from '../model.ts';

/** A flight, as far as it says where it ends: what was planned, and its receipt once it is filed. */
export interface Ended {
  readonly plan: Pick<Plan, 'departure' | 'arrival'>;
  readonly receipt: { readonly pirep: Pick<Pirep, 'diversion'> } | null;
}

/**
 * Returns the airport where a flight landed; before it is filed, the planned one. Everything that shows where a flight
 * ends reads it here: pages, map, pictures, posts, files, lists and logs.
 */
export function arrivalOf({ plan, receipt }: Ended): Airport {
  return receipt?.pirep.diversion ?? plan.arrival;
}

/** Returns the planned arrival of a flight that landed at another airport; null for any other flight. */
export function missedArrivalOf(flight: Ended): Airport | null {
  const { arrival } = flight.plan;
  return arrivalOf(flight).icao === arrival.icao ? null : arrival;
}

/** Returns from where to where it was flown: `LSZH → EDDK`. */
export function wayOf(flight: Ended, between = ' → '): string {
  return `${flight.plan.departure.icao}${between}${arrivalOf(flight).icao}`;
}
