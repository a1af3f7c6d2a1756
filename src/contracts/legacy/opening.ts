import { Type } from 'typebox';
import { bodyAs, type WireRequest } from '../contract.ts';
import { nameFields, networkField, optionalId } from '../fields.ts';
import { decodeFreeFlight, freeFlightFields } from '../free-flight.ts';

/** A flight may be named by its bid too; its first report, or its log, may begin it. */
export const openingFields = {
  ...nameFields,
  bid_id: optionalId('The bid that is flown'),
  ...freeFlightFields,
  network: networkField,
};
const openingSchema = Type.Object(openingFields);

/** null while the module is switched off: then nothing begins. */
export function openingOf(request: WireRequest) {
  if (!request.isEnabled) return null;
  const body = bodyAs(openingSchema, request.body);
  return { freeFlight: decodeFreeFlight(body).flight, network: body.network ?? null };
}
