import { type Found, isUnended, takenOver } from '../flight/find-flight.ts';
import { decide, stateRefusal } from '../flight/state.ts';
import type { Bid, Flight } from '../model.ts';
import { isRefusal } from '../refusals.ts';
import type { Turn } from '../sessions/pilot-turns.ts';
import type { OpeningCore } from './core.ts';

/** A bid as the crew center listed it. */
export interface ListedBid {
  readonly id: string;
  /** Its schedule and when it was booked, where that is known: some databases use the ids of removed bids again. */
  readonly scheduleId: string | null;
  readonly bookedAt?: string | undefined;
}

export const listedBid = ({ id, plan: { scheduleId, bookedAt } }: Bid): ListedBid => ({ id, scheduleId, bookedAt });

/** That a flight of this bid (null: without a bid) may be opened; valid until the turn is over. Only `clear` makes one. */
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
export async function clear(core: OpeningCore, turn: Turn, bid: ListedBid | null): Promise<Clearing> {
  const taken = bid === null ? null : await takenBy(core, turn.pilot.id, bid);
  return taken === null ? { clearance: { turn, bidId: bid?.id ?? null }, taken } : { clearance: null, taken };
}

/** Clears the bid that a start names. One that was flown counts as gone, even if the crew center still lists it. */
export async function clearBid(core: OpeningCore, turn: Turn, bidId: string | null): Promise<Clearance> {
  const { clearance, taken } = await clear(core, turn, bidId === null ? null : { id: bidId, scheduleId: null });
  if (clearance !== null) return clearance;
  if (await isBookedAgain(core, taken.flight)) return { turn, bidId };
  decide('startSameBid', taken.flight);
  throw stateRefusal('flight-open', taken.flight);
}

/**
 * Whether the crew center lists another bid with the number of the bid of this flight, which was filed. Unknown (an
 * unavailable crew center) is no.
 */
export async function isBookedAgain({ platform }: Pick<OpeningCore, 'platform'>, flight: Flight): Promise<boolean> {
  if (flight.state !== 'filed' || flight.bidId === null || flight.plan.bookedAt === undefined) return false;
  try {
    const bids = await platform.listBids(flight.pilot.id);
    const bid = bids.find(({ id }) => id === flight.bidId);
    return bid !== undefined && !takesUp(flight, listedBid(bid));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return false;
  }
}

/** First in memory: a flight leaves it only for the journal. One whose end is being stored there is waited for. */
async function takenBy({ flights, journal }: OpeningCore, pilotId: string, bid: ListedBid): Promise<Found | null> {
  const live = flights.ofPilot(pilotId).findLast(({ flight }) => takesUp(flight, bid));
  if (live !== undefined) return { live, flight: live.flight };
  if (flights.ofPilot(pilotId).some((each) => each.flight.bidId === bid.id && !flights.isStored(each)))
    await journal.barrier();
  const stored = await journal.listFlights({ pilotId, limit: 200 });
  const flight = stored.find((each) => takesUp(each, bid));
  if (flight !== undefined && isUnended(flight)) throw takenOver();
  return flight === undefined ? null : { live: null, flight };
}

/** Whether nothing else can be flown on this bid than this flight, which is not over or was filed. */
export function takesUp({ bidId, state, plan }: Flight, bid: ListedBid): boolean {
  if (bidId !== bid.id || state === 'cancelled' || state === 'abandoned') return false;
  const [one, other] = [plan.bookedAt, bid.bookedAt];
  if (one !== undefined && other !== undefined && one !== other) return false;
  return bid.scheduleId === null || plan.scheduleId === null || bid.scheduleId === plan.scheduleId;
}
