import { Type } from 'typebox';
import { bodyAs, type SessionRoute } from '../contract.ts';
import { nameFields, nullableObject } from '../fields.ts';
import { encodeView, viewSchema } from '../flight-wire.ts';
import { decodeName } from '../reports.ts';
import { success } from './success.ts';

const flightQuery = Type.Object(nameFields);

export const readFlight: SessionRoute = {
  method: 'GET',
  path: '/flight',
  summary: "One of the pilot's flights",
  description:
    'Returns the open flight, or null; with `flight_id` or `pirep_id` that flight, even if it has ended, with its receipt once it is filed. A restarted client counts on from `last_seq`.',
  access: 'session',
  body: null,
  query: flightQuery,
  answers: { 200: Type.Object({ success, flight: nullableObject(viewSchema, 'null when none is open') }) },
  refusals: ['flight-not-found'],
  bodyLimit: 'normal',
  servesWhenDisabled: true,
  async handle(calls, session, request) {
    const view = await calls.readFlight(session, decodeName(bodyAs(flightQuery, request.query)));
    return { status: 200, body: { success: true, flight: view === null ? null : encodeView(view) } };
  },
};
