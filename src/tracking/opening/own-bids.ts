import type { StartRequest } from '../calls.ts';
import type { FreeFlight } from '../model.ts';
import { isRefusal } from '../refusals.ts';
import type { Turn } from '../sessions/pilot-turns.ts';
import { clear, isBookedAgain } from './clearances.ts';
import type { OpeningCore } from './core.ts';

/** The bid that a start flies; `isOwn` where it was made for it. */
export interface BidToFly {
  readonly id: string;
  readonly isOwn: boolean;
}

/**
 * The bid of a client that names none but a schedule, or nothing except the flight itself: that on the schedule, which is booked unless
 * the pilot has one; null for a flight without a bid. Where bids are required, a flight of the pilot's own making becomes a
 * charter. Looked for and made in the pilot's turn: two starts at once would make two.
 */
export async function bidToFly(
  { platform, desk, settings }: OpeningCore,
  turn: Turn,
  { schedule, freeFlight, aircraft }: StartRequest,
): Promise<BidToFly | null> {
  const scheduleId = schedule?.id ?? null;
  const isRequired = settings.current.bidsRequired;
  if (scheduleId === null) return isRequired && freeFlight !== null ? charter(desk, turn, freeFlight) : null;
  const bids = await platform.listBids(turn.pilot.id);
  const bid = bids.find(({ plan }) => plan.scheduleId === scheduleId);
  if (bid !== undefined) return { id: bid.id, isOwn: false };
  if (!desk.offers('book')) return null;
  try {
    const { id } = await desk.book(turn, { scheduleId, aircraftId: aircraft });
    return { id, isOwn: true };
  } catch (error) {
    // A flight that may not be booked may still be flown.
    if (isRequired || !isRefusal(error, 'crew-center-refused')) throw error;
    return null;
  }
}

/** Removes a bid that was made for a flight that is not flown, unless another one flies it. An unavailable crew center keeps it. */
export async function removeOwnBid(core: OpeningCore, turn: Turn, bidId: string): Promise<void> {
  const { taken } = await clear(core, turn, { id: bidId, scheduleId: null });
  if (taken !== null && !(await isBookedAgain(core, taken.flight))) return;
  try {
    await core.desk.unbook(turn, bidId);
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}

async function charter(
  desk: OpeningCore['desk'],
  turn: Turn,
  { aircraft, registration: _, ...flight }: FreeFlight,
): Promise<BidToFly | null> {
  if (!desk.offers('charter')) return null;
  const { id } = await desk.charter(turn, {
    ...flight,
    aircraftId: aircraft,
    cruiseAltitudeFt: null,
    kind: 'passenger',
    departureTime: null,
    arrivalTime: null,
  });
  return { id, isOwn: true };
}
