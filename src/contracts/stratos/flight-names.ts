import type { Flight, FlightName } from '../../tracking/model.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { optionalId } from '../fields.ts';
import { decodeId } from '../reports.ts';

/** Two names of the same: what `flights/start` returned. */
export const flightFields = {
  uuid: optionalId('`tracking_id` of `flights/start`'),
  tracking_id: optionalId('The same'),
};

interface WireNames {
  readonly uuid?: string | number | null | undefined;
  readonly tracking_id?: string | number | null | undefined;
}

export function trackingId({ pirepId, id }: Pick<Flight, 'pirepId' | 'id'>): string {
  return pirepId ?? id;
}

/** Returns the flight that the body names; null when it names none. */
export function readFlightName({ uuid, tracking_id: id }: WireNames): FlightName | null {
  const pirepId = decodeId(uuid) ?? decodeId(id);
  return pirepId === null ? null : { pirepId };
}

/** @throws Refusal `malformed` when the body names no flight: 400, as the module answers */
export function requireFlightName(wire: WireNames): FlightName {
  const name = readFlightName(wire);
  if (name === null) throw new Refusal('malformed', { message: 'tracking_id is required.' });
  return name;
}
