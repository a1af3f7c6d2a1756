import type { Calls, Session } from '../../../tracking/calls.ts';
import { isRefusal } from '../../../tracking/refusals.ts';
import { readId, readText } from '../values.ts';
import type { PrefileBody } from './prefile-body.ts';

/** The bid that a prefile flies; `isOwn` where it was made for it. */
export interface PrefileBid {
  readonly id: string;
  readonly isOwn: boolean;
}

/**
 * Returns the bid that a prefile flies; null for a flight without one. phpVMS needs no bid for a prefile: where the crew
 * center asks for bids, one is made by its rules, for a flight of the pilot's own making as for a charter.
 */
export async function bidOf(calls: Calls, session: Session, body: PrefileBody): Promise<PrefileBid | null> {
  const { desk } = calls;
  const isRequired = calls.status().settings.bidsRequired;
  const scheduleId = readId(body.flight_id);
  if (scheduleId === null) return isRequired && desk.offers('charter') ? charter(calls, session, body) : null;
  const bid = (await calls.listBids(session)).find(({ plan }) => plan.scheduleId === scheduleId);
  if (bid !== undefined) return { id: bid.id, isOwn: false };
  if (!desk.offers('book')) return null;
  try {
    const { id } = await desk.book(session, { scheduleId, aircraftId: String(body.aircraft_id) });
    return { id, isOwn: true };
  } catch (error) {
    // phpVMS prefiles a flight that may not be booked.
    if (isRequired || !isRefusal(error, 'crew-center-refused')) throw error;
    return null;
  }
}

/** Removes the bid that was made for a prefile: phpVMS leaves nothing of such a flight. A crew center that is down keeps it. */
export async function removeOwnBid({ desk }: Calls, session: Session, bidId: string): Promise<void> {
  try {
    await desk.unbook(session, bidId);
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}

async function charter({ desk }: Calls, session: Session, body: PrefileBody): Promise<PrefileBid> {
  const { id } = await desk.charter(session, {
    airline: String(body.airline_id),
    flightNumber: String(body.flight_number),
    departure: String(body.dpt_airport_id),
    arrival: String(body.arr_airport_id),
    route: readText(body.route, 8000),
    aircraftId: String(body.aircraft_id),
    cruiseAltitudeFt: null,
    kind: 'passenger',
    departureTime: null,
    arrivalTime: null,
  });
  return { id, isOwn: true };
}
