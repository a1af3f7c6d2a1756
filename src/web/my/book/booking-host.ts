import type { Aircraft, Plan } from '../../../tracking/model.ts';

/** A schedule, and for each aircraft of its fleet why this pilot may not take it now; null when it is allowed. */
export interface Offer {
  readonly plan: Plan;
  readonly aircraft: readonly { readonly aircraft: Aircraft; readonly obstacle: string | null }[];
}

/** A crew center whose pilots book here. */
export interface BookingHost {
  /** Returns null when this pilot can book no such schedule. */
  readOffer(pilotId: string, scheduleId: string): Offer | null;
  /** Whether pilots may book flights of their own making. */
  takesCharters(): boolean;
}
