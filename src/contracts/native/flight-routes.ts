import { Type } from 'typebox';
import { invalid } from '../body.ts';
import { bodyAs, type SessionRoute } from '../contract.ts';
import { figureFields, nameFields, networkField, nullableObject, optionalId, optionalText } from '../fields.ts';
import { encodeFinish, filedSchema, filingSchema } from '../finish-answer.ts';
import { encodeFlight, encodeView, flightSchema, viewFields, viewSchema } from '../flight-wire.ts';
import { decodeFreeFlight, freeFlightFields } from '../free-flight.ts';
import { decodeFigures, decodeId, decodeName, decodeText } from '../reports.ts';
import { success } from './pilot-routes.ts';

const startSchema = Type.Object({ bid_id: optionalId('The bid to fly'), ...freeFlightFields, network: networkField });

export const start: SessionRoute = {
  method: 'POST',
  path: '/start',
  summary: 'Start a flight',
  description:
    'Of a bid, or, where the crew center asks for none, of a flight described by its own fields. For the bid of the open flight it answers that flight with `resumed: true`: a client that was restarted goes on.',
  access: 'session',
  body: { kind: 'object', schema: startSchema },
  query: null,
  answers: {
    200: Type.Object({ success, ...viewFields, resumed: Type.Boolean({ description: 'It was open already' }) }),
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

export const readFlight: SessionRoute = {
  method: 'GET',
  path: '/flight',
  summary: 'A flight of the pilot',
  description:
    'The open one, or null; with `flight_id` or `pirep_id` that one, ended or not, with its receipt once it is filed. `last_seq` tells a client that was restarted where to go on counting.',
  access: 'session',
  body: null,
  query: Type.Object(nameFields),
  answers: { 200: Type.Object({ success, flight: nullableObject(viewSchema, 'null when none is open') }) },
  refusals: ['flight-not-found'],
  bodyLimit: 'normal',
  servesWhenDisabled: true,
  async handle(calls, session, request) {
    const view = await calls.readFlight(session, decodeName(request.query));
    return { status: 200, body: { success: true, flight: view === null ? null : encodeView(view) } };
  },
};

const finishSchema = Type.Object({ ...nameFields, ...figureFields });

export const finish: SessionRoute = {
  method: 'POST',
  path: '/finish',
  summary: 'Finish the flight and file its PIREP',
  description:
    'All fields are optional: what is missing is computed from what was reported, and what cannot be known is null. 200 with the receipt, or 202 while the crew center cannot be reached or needs longer: then it is filed later, once, and the receipt is found by asking again. A repeat finds the same receipt.',
  access: 'session',
  body: { kind: 'object', schema: finishSchema },
  query: null,
  answers: { 200: filedSchema, 202: filingSchema },
  refusals: ['no-open-flight', 'flight-not-found', 'flight-ended', 'crew-center-refused', 'journal-full'],
  bodyLimit: 'finish',
  servesWhenDisabled: true,
  async handle(calls, session, request) {
    const body = bodyAs(finishSchema, request.body);
    const name = decodeName(body);
    return encodeFinish(
      await calls.finish(session, {
        name,
        figures: decodeFigures(body),
        opening: null,
        holdsWorker: request.holdsWorker,
      }),
    );
  },
};

const cancelSchema = Type.Object({ ...nameFields, reason: optionalText('Why, in words', 1000) });

const cancelledSchema = Type.Object({
  success,
  ...flightSchema.properties,
  repeated: Type.Boolean({ description: 'It was cancelled before' }),
});

export const cancel: SessionRoute = {
  method: 'POST',
  path: '/cancel',
  summary: 'Cancel the flight',
  description:
    'Cancels its PIREP too; 202 while the crew center cannot be told yet. A flight that is filed stays filed: 409 with its receipt.',
  access: 'session',
  body: { kind: 'object', schema: cancelSchema },
  query: null,
  answers: { 200: cancelledSchema, 202: cancelledSchema },
  refusals: [
    'no-open-flight',
    'flight-not-found',
    'flight-filing',
    'flight-filed',
    'crew-center-unavailable',
    'journal-full',
  ],
  bodyLimit: 'normal',
  servesWhenDisabled: true,
  async handle(calls, session, request) {
    const asked = bodyAs(cancelSchema, request.body);
    const result = await calls.cancel(session, {
      name: decodeName(asked),
      reason: decodeText(asked.reason),
      holdsWorker: request.holdsWorker,
    });
    const isTold = result.flight.intent === null || result.repeated;
    const body = { success: true, ...encodeFlight(result.flight), repeated: result.repeated };
    return { status: isTold ? 200 : 202, body };
  },
};
