import { Type } from 'typebox';
import { bodyAs, type SessionRoute } from '../contract.ts';
import { nameFields, optionalText } from '../fields.ts';
import { encodeFlight, flightSchema } from '../flight-wire.ts';
import { decodeName, decodeText } from '../reports.ts';
import { success } from './success.ts';

const cancelSchema = Type.Object({ ...nameFields, reason: optionalText('Reason', 1000) });

const cancelledSchema = Type.Object(
  {
    success,
    ...flightSchema.properties,
    repeated: Type.Boolean({ description: 'Whether the flight had been cancelled before' }),
  },
  { title: 'Cancelled' },
);

export const cancel: SessionRoute = {
  method: 'POST',
  path: '/cancel',
  summary: 'Cancel the flight',
  description:
    'Also cancels the PIREP. Returns 202 while the crew center is unavailable: the PIREP is then cancelled later. A filed flight cannot be cancelled: 409 with its receipt.',
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
    const isComplete = result.flight.intent === null || result.repeated;
    const body = { success: true, ...encodeFlight(result.flight), repeated: result.repeated };
    return { status: isComplete ? 200 : 202, body };
  },
};
