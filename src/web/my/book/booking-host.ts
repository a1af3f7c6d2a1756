import type { Aircraft, Airport, Plan } from '../../../tracking/model.ts';

/** A schedule, and for each aircraft of its fleet why this pilot may not take it now; null when it is allowed. */
export interface Offer {
  readonly plan: Plan;
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
  /** Airports to which this pilot can book from an airport, or from which without one; the most served first. */
  listServed(pilotId: string, from: string | null, max: number): readonly Served[];
  /** Null for an airport that is unknown, or not used any more. */
  findAirport(icao: string): Airport | null;
  /** Whether pilots may book flights of their own making. */
  takesCharters(): boolean;
}
