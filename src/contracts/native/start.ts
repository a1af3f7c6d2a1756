import { Type } from 'typebox';
import { invalid } from '../body.ts';
import { bodyAs, type SessionRoute } from '../contract.ts';
import { networkField, optionalId } from '../fields.ts';
import { encodeView, viewFields } from '../flight-wire.ts';
import { decodeFreeFlight, freeFlightFields } from '../free-flight.ts';
import { decodeId, decodeText } from '../reports.ts';
import { success } from './success.ts';

const startSchema = Type.Object({ bid_id: optionalId('Bid to fly'), ...freeFlightFields, network: networkField });

export const start: SessionRoute = {
  method: 'POST',
  path: '/start',
  summary: 'Start a flight',
  description:
    'Starts the flight of a bid or, if the crew center requires no bid, a flight described by the other fields. For the bid of the open flight it returns that flight with `resumed: true`, so that a restarted client can continue.',
  access: 'session',
  body: { kind: 'object', schema: startSchema },
  query: null,
  answers: {
    200: Type.Object({
      success,
      ...viewFields,
      resumed: Type.Boolean({ description: 'Whether the flight was already open' }),
    }),
  },
  refusals: [
    'bid-required',
    'bid-not-found',
    'bid-blocked',
    'flight-open',
    'flight-filing',
    'too-soon',
    'pilot-not-allowed',
    'crew-center-refused',
    'crew-center-unavailable',
    'journal-full',
  ],
  bodyLimit: 'normal',
  servesWhenDisabled: false,
  async handle(calls, session, request) {
    const body = bodyAs(startSchema, request.body);
    const bidId = decodeId(body.bid_id);
    const aircraft = decodeId(body.aircraft);
    const registration = decodeText(body.registration);
    const { flight: freeFlight, missing } = decodeFreeFlight(body);
    if (bidId === null && missing.length > 0) {
      throw invalid(Object.fromEntries(missing.map((name) => [name, 'is required for a flight without a bid'])));
    }
    const wanted = {
      bidId,
      aircraft,
      registration,
      freeFlight: bidId === null ? freeFlight : null,
      network: body.network ?? null,
      holdsWorker: request.holdsWorker,
    };
    const result = await calls.start(session, wanted);
    return { status: 200, body: { success: true, ...encodeView(result.flight), resumed: result.resumed } };
  },
};
