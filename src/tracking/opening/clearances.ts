import type { Journal } from '../../journal/journal.ts';
import type { Found } from '../flight/find-flight.ts';
import type { LiveFlights } from '../flight/live-flights.ts';
import type { Flight } from '../model.ts';
import type { Turn } from '../sessions/pilot-turns.ts';

/** A bid as the crew center listed it. */
export interface ListedBid {
  readonly id: string;
  /** Its schedule, where that is known: some databases use the ids of removed bids again. */
  readonly scheduleId: string | null;
}

/** That a flight of this bid (null: without a bid) may be opened; valid until the turn is over. Only `Clearances` makes one. */
export interface Clearance {
  readonly turn: Turn;
  readonly bidId: string | null;
}

/** The clearance of a bid, or the flight that takes it up. */
export type Clearing =
  | { readonly clearance: Clearance; readonly taken: null }
  | { readonly clearance: null; readonly taken: Found };

/**
 * Decides whether a bid may be flown, by the pilot's own flights. A crew center lists a bid until its flight is filed, and
 * some longer; its answer is old when it arrives. Flights are opened in turns only, so this decision holds until the
 * turn is over, whatever the crew center is asked meanwhile.
 */
export class Clearances {
  readonly #flights: LiveFlights;
  readonly #journal: Pick<Journal, 'listFlights'>;

  constructor(flights: LiveFlights, journal: Pick<Journal, 'listFlights'>) {
    this.#flights = flights;
    this.#journal = journal;
  }

  async of(turn: Turn, bid: ListedBid | null): Promise<Clearing> {
    const taken = bid === null ? null : await this.#takenBy(turn.pilotId, bid);
    return taken === null ? { clearance: { turn, bidId: bid?.id ?? null }, taken } : { clearance: null, taken };
  }

  /** First in memory: a flight leaves it only for the journal. */
  async #takenBy(pilotId: string, bid: ListedBid): Promise<Found | null> {
    const live = this.#flights.ofPilot(pilotId).findLast(({ flight }) => takesUp(flight, bid));
    if (live !== undefined) return { live, flight: live.flight };
    const flights = await this.#journal.listFlights({ pilotId, limit: 200 });
    const flight = flights.find((each) => takesUp(each, bid));
    return flight === undefined ? null : { live: null, flight };
  }
}

/** Whether nothing else can be flown on this bid than this flight, which is not over or was filed. */
export function takesUp({ bidId, state, plan }: Flight, bid: ListedBid): boolean {
  if (bidId !== bid.id || state === 'cancelled' || state === 'abandoned') return false;
  return bid.scheduleId === null || plan.scheduleId === null || bid.scheduleId === plan.scheduleId;
}
