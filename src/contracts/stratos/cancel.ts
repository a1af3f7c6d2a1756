import { Type } from 'typebox';
import { Refusal } from '../../tracking/refusals.ts';
import { bodyAs, type SessionRoute } from '../contract.ts';
import { doneSchema, writing } from '../params.ts';
import { flightFields, readFlightName } from './flight-names.ts';

const cancelBody = Type.Object(flightFields);

export const cancel: SessionRoute = {
  ...writing,
  path: '/flights/cancel',
  summary: 'Cancel the flight',
  description:
    'The named one, or the open one: its desktop program sends an empty body. The bid stays. A filed flight stays filed.',
  body: { kind: 'object', schema: cancelBody },
  answers: { 200: doneSchema },
  refusals: [
    'no-open-flight',
    'flight-not-found',
    'flight-filing',
    'flight-filed',
    'crew-center-unavailable',
    'journal-full',
  ],
  servesWhenDisabled: true,
  async handle(calls, session, request) {
    const name = readFlightName(bodyAs(cancelBody, request.body));
    if (name === null && (await calls.readFlight(session, null)) === null)
      throw new Refusal('no-open-flight', { message: 'There is no flight to cancel.' });
    await calls.cancel(session, { name, reason: null, holdsWorker: request.holdsWorker });
    return { status: 200, body: { status: 200 } };
  },
};
