import type { Aircraft, Airport, Plan } from '../../../tracking/model.ts';

/** Why a pilot cannot book a schedule now, whatever the aircraft: the text `unbookable.…` of its kind, and the values in it. */
export interface Obstacle {
  readonly kind: 'booked' | 'one-bid' | 'taken' | 'retired-airport' | 'unknown-airport' | 'elsewhere' | 'nowhere';
  readonly values: Readonly<Record<string, string>>;
}

/** A schedule, and for each aircraft of its fleet why this pilot may not take it now; null when it is allowed. */
export interface Offer {
  readonly plan: Plan;
  /** Why this pilot cannot book it with any aircraft; null when nothing is against it. */
  readonly obstacle: Obstacle | null;
  readonly aircraft: readonly { readonly aircraft: Aircraft; readonly obstacle: string | null }[];
}

/** An airport, and how many schedules lead to it, or begin there. */
export interface Served extends Airport {
  readonly count: number;
}

/** A crew center whose pilots book here. */
export interface BookingHost {
  /** Returns null when this pilot can book no such schedule. */
  readOffer(pilotId: string, scheduleId: string): Offer | null;
  /** Why this pilot cannot book these schedules, by id; those that can be booked are left out. */
  listObstacles(pilotId: string, scheduleIds: readonly string[]): ReadonlyMap<string, Obstacle>;
  /** Airports to which this pilot can book from an airport, or from which without one; the most served first. */
  listServed(pilotId: string, from: string | null, max: number): readonly Served[];
  /** Null for an airport that is unknown, or not used any more. */
  findAirport(icao: string): Airport | null;
  /** Whether pilots may book flights of their own making. */
  takesCharters(): boolean;
}
