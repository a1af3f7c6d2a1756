import type { Calls, Session } from '../../../tracking/calls.ts';
import type { Flight } from '../../../tracking/model.ts';
import { isRefusal } from '../../../tracking/refusals.ts';
import { readId } from '../values.ts';

/**
 * Changes the aircraft of an open flight to the one that its client names. One that the crew center refuses changes
 * nothing: what else the client said is still stored.
 */
export async function chooseAircraft(
  calls: Pick<Calls, 'changeAircraft'>,
  session: Session,
  flight: Pick<Flight, 'id' | 'aircraft'>,
  said: { readonly aircraft: unknown; readonly holdsWorker: boolean },
): Promise<void> {
  const aircraft = readId(said.aircraft);
  if (aircraft === null || aircraft === flight.aircraft?.id) return;
  const { holdsWorker } = said;
  try {
    await calls.changeAircraft(session, { name: { flightId: flight.id }, aircraft, registration: null, holdsWorker });
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}
