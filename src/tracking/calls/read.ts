import type { FlightName, LatestBid, Session } from '../calls.ts';
import { findNamed } from '../find-flight.ts';
import type { FlightView } from '../flight-view.ts';
import { viewOfEnded } from '../flight-view.ts';
import type { Bid } from '../model.ts';
import type { Parts } from '../parts.ts';

/** The named flight of this pilot, else the open one, else null. */
export async function readFlight(parts: Parts, session: Session, name: FlightName | null): Promise<FlightView | null> {
  if (name === null) return parts.flights.openOf(session.pilot.id)?.view() ?? null;
  const { live, flight } = await findNamed(parts, session.pilot.id, name);
  return live === null ? viewOfEnded(flight) : live.view();
}

/**
 * The pilot's bids. One that was flown is blocked where the crew center still lists it (it broke off before it took the bid
 * away): a start of it is refused.
 */
export async function listBids(parts: Parts, session: Session): Promise<readonly Bid[]> {
  const bids = await parts.platform.listBids(session.pilot.id);
  if (bids.length === 0) return bids;
  const flights = await parts.journal.listFlights({ pilotId: session.pilot.id, limit: 200 });
  return bids.map((bid) => {
    const isFlown = flights.find((flight) => flight.bidId === bid.id)?.state === 'filed';
    return isFlown && bid.blocked === null ? { ...bid, blocked: flownBid } : bid;
  });
}

const flownBid =
  'You have flown this bid, and the crew center has not removed it. Remove it there, and bid again to fly it again.';

/** The bid that the crew center calls the latest, and the flight that is under way beside it. */
export async function latestBid(parts: Parts, session: Session): Promise<LatestBid> {
  const { bid, blocked } = await parts.platform.latestBid(session.pilot.id);
  return {
    bid,
    blocked: blocked ?? bid?.blocked ?? null,
    openFlight: parts.flights.openOf(session.pilot.id)?.view() ?? null,
  };
}
