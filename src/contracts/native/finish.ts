import { Type } from 'typebox';
import { bodyAs, type SessionRoute } from '../contract.ts';
import { figureFields, nameFields } from '../fields.ts';
import { encodeFinish, filedSchema, filingSchema } from '../finish-answer.ts';
import { decodeFigures, decodeName } from '../reports.ts';

const finishSchema = Type.Object({ ...nameFields, ...figureFields });

export const finish: SessionRoute = {
  method: 'POST',
  path: '/finish',
  summary: 'Finish the flight and file its PIREP',
  description:
    'All fields are optional: missing ones are computed from the reports, and are null when unknown. Returns 200 with the receipt, or 202 while the crew center is unavailable or slow: the PIREP is then filed later, and a repeat of the call returns the receipt. The call is idempotent: the PIREP is filed once.',
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
