import type { Calls, Session } from '../../tracking/calls.ts';
import type { Flight } from '../../tracking/model.ts';
import { isRefusal } from '../../tracking/refusals.ts';
import { decodeId } from '../reports.ts';

/**
 * Changes an open flight's aircraft to the one reported by its client. smartCARS lets the pilot choose on the screen and
 * reports the choice only with the first update. An aircraft that the crew center refuses changes nothing: the report is
 * still stored.
 */
export async function correctAircraft(
  calls: Pick<Calls, 'changeAircraft'>,
  session: Session,
  flight: Pick<Flight, 'id' | 'aircraft'>,
  said: { readonly aircraft: string | number | null | undefined; readonly holdsWorker: boolean },
): Promise<void> {
  const aircraft = decodeId(said.aircraft);
  if (aircraft === null || aircraft === '0' || aircraft === flight.aircraft?.id) return;
  const { holdsWorker } = said;
  try {
    await calls.changeAircraft(session, { name: { flightId: flight.id }, aircraft, registration: null, holdsWorker });
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}
