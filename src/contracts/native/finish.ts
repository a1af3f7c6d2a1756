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
