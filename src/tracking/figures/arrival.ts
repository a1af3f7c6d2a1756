import type { Airport, Landing, Pirep, Plan } from '../model.ts';

/** A flight, as far as it says where it ends: what was planned, where it landed, and its receipt once it is filed. */
export interface Ended {
  readonly plan: Pick<Plan, 'departure' | 'arrival'>;
  readonly air: { readonly landing: Pick<Landing, 'elsewhere'> | null } | null;
  readonly receipt: { readonly pirep: Landed } | null;
}

/** What a PIREP says of where it landed. */
type Landed = Pick<Pirep, 'diversion' | 'unlisted'>;

/**
 * Returns the airport where a flight landed: as filed, before that as its reports show it, and before it has landed the planned one.
 * Everything that shows where a flight ends reads it here: pages, map, pictures, posts, interfaces, files, lists and logs.
 */
export function arrivalOf(flight: Ended): Airport {
  return diversionOf(flight) ?? flight.plan.arrival;
}

/** Returns the airport where a flight landed that is not the planned one; null for any other flight. */
export function diversionOf({ plan, air, receipt }: Ended): Airport | null {
  const landed = (receipt ? diversionIn(receipt.pirep) : air?.landing?.elsewhere) ?? null;
  return landed?.icao === plan.arrival.icao ? null : landed;
}

/** Returns the same of a PIREP, also if it could not be filed, because the crew center does not have that airport. */
export function diversionIn({ diversion, unlisted }: Landed): Airport | null {
  return diversion ?? unlisted ?? null;
}

/** Returns the planned arrival of a flight that landed at another airport; null for any other flight. */
export function missedArrivalOf(flight: Ended): Airport | null {
  return diversionOf(flight) === null ? null : flight.plan.arrival;
}

/** Returns from where to where it was flown: `LSZH → EDDK`. */
export function wayOf(flight: Ended, between = ' → '): string {
  return `${flight.plan.departure.icao}${between}${arrivalOf(flight).icao}`;
}
