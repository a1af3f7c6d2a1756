import type { Calls } from '../tracking/calls.ts';
import type { PilotProfile } from '../tracking/desk-model.ts';
import type { Pilot } from '../tracking/model.ts';
import { Refusal } from '../tracking/refusals.ts';

/**
 * An id as a JSON integer. The screens of smartCARS compare bids strictly after they have made a number of the id, so
 * text would never be found again (flight.jsx, background/index.js of the Flight Center).
 * @throws Refusal `not-offered` for a crew center whose ids are no numbers
 */
export function wireId(id: string): number {
  const number = Number(id);
  if (/^\d{1,16}$/.test(id) && Number.isSafeInteger(number) && String(number) === id) return number;
  throw new Refusal('not-offered', {
    message: 'The ids of this crew center are not whole numbers, and this client can use no others.',
  });
}

/** `10:00` of `10:00 EST`, `9:05` as `09:05`. */
export function clockTime(text: string | null): string {
  const [, hours = '', minutes = ''] = /(\d{1,2}):(\d{2})/.exec(text ?? '') ?? [];
  return hours === '' ? '' : `${hours.padStart(2, '0')}:${minutes}`;
}

/** Letters of phpVMS 7's FlightType: those that carry passengers, and those that carry cargo or nobody. */
const passengerTypes = 'JCEGOSBDN';
const otherTypes = 'AFHIKMPTWXQRL';

/** Returns `P` for a flight type that carries passengers, `C` for cargo or nobody; null for an unknown one. */
export function passengersOrCargo(flightType: string | null): 'P' | 'C' | null {
  const letter = flightType?.trim().toUpperCase() ?? '';
  if (letter === '') return null;
  return passengerTypes.includes(letter) ? 'P' : otherTypes.includes(letter) ? 'C' : null;
}

/** Returns the pilot's profile; of a crew center that shows none, the name alone. */
export async function readProfile(desk: Calls['desk'], pilot: Pick<Pilot, 'id' | 'name'>): Promise<PilotProfile> {
  if (desk.offers('profile')) return desk.profile({ pilot });
  const [firstName = '', ...rest] = pilot.name.split(' ');
  const rank = { name: '', imageUrl: null, level: 0 };
  return { firstName, lastName: rest.join(' '), email: '', rank, avatarUrl: null, airlineId: null };
}
