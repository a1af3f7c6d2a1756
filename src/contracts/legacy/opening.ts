import { Type } from 'typebox';
import { bodyAs, type WireRequest } from '../contract.ts';
import { nameFields, networkField, optionalId } from '../fields.ts';
import { decodeFreeFlight, freeFlightFields } from '../free-flight.ts';

/** Fields that name a flight, also by its bid, and with which its first report or its log starts it. */
export const openingFields = {
  ...nameFields,
  bid_id: optionalId('Bid of the flight'),
  ...freeFlightFields,
  network: networkField,
};
const openingSchema = Type.Object(openingFields);

/** Returns null while the module is disabled: no flight is started then. */
export function openingOf(request: WireRequest) {
  if (!request.isEnabled) return null;
  const body = bodyAs(openingSchema, request.body);
  return { freeFlight: decodeFreeFlight(body).flight, network: body.network ?? null };
}
