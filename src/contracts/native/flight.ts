import { Type } from 'typebox';
import { bodyAs, type SessionRoute } from '../contract.ts';
import { nameFields, nullableObject, optionalId, optionalText } from '../fields.ts';
import { encodeView, viewFields, viewSchema } from '../flight-wire.ts';
import { decodeId, decodeName, decodeText } from '../reports.ts';
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

const changeSchema = Type.Object({
  ...nameFields,
  aircraft: optionalId('Aircraft, by id or ICAO type'),
  registration: optionalText('Aircraft, by registration', 32),
});

export const changeAircraft: SessionRoute = {
  method: 'PATCH',
  path: '/flight',
  summary: 'Change the aircraft of the open flight',
  description:
    'Needs `aircraft` or `registration`: one that the crew center lets this pilot take. Possible until the flight is finished; the PIREP has the new aircraft. While the crew center is unavailable, it gets the change later.',
  access: 'session',
  body: { kind: 'object', schema: changeSchema },
  query: null,
  answers: { 200: Type.Object({ success, ...viewFields }) },
  refusals: [
    'no-open-flight',
    'flight-not-found',
    'flight-filing',
    'flight-filed',
    'flight-ended',
    'crew-center-refused',
    'crew-center-unavailable',
    'journal-full',
  ],
  bodyLimit: 'normal',
  servesWhenDisabled: true,
  async handle(calls, session, request) {
    const body = bodyAs(changeSchema, request.body);
    const view = await calls.changeAircraft(session, {
      name: decodeName(body),
      aircraft: decodeId(body.aircraft),
      registration: decodeText(body.registration),
      holdsWorker: request.holdsWorker,
    });
    return { status: 200, body: { success: true, ...encodeView(view) } };
  },
};
