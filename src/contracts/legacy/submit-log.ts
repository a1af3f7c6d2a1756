import { Type } from 'typebox';
import { bodyAs, type SessionRoute } from '../contract.ts';
import { figureFields, optionalText } from '../fields.ts';
import { encodeFinish, filedSchema, filingSchema } from '../finish-answer.ts';
import { decodeFigures, decodeName, decodeText } from '../reports.ts';
import { openingFields, openingOf } from './opening.ts';

const submitSchema = Type.Object({
  ...openingFields,
  ...figureFields,
  comment: optionalText('Another name of `notes`', 16_000),
});

export const submitLog: SessionRoute = {
  method: 'POST',
  path: '/submit_log.php',
  summary: 'File the flight with its log',
  description:
    'Missing fields are computed from the positions. If there are none, the named (or latest) bid is filed from the fields alone; then `flight_time` is required. Returns 200 with the receipt, or 202 while the crew center is unavailable: the PIREP is then filed later. The call is idempotent: a repeat returns the same receipt. Without a name, the same figures are a repeat until a quarter of their flight time has passed, also if the pilot has another bid.',
  access: 'session',
  body: { kind: 'object', schema: submitSchema },
  query: null,
  answers: { 200: filedSchema, 202: filingSchema },
  refusals: [
    'no-open-flight',
    'flight-not-found',
    'bid-not-found',
    'flight-open',
    'flight-ended',
    'crew-center-refused',
    'crew-center-unavailable',
    'journal-full',
  ],
  bodyLimit: 'finish',
  servesWhenDisabled: true,
  async handle(calls, session, request) {
    const body = bodyAs(submitSchema, request.body);
    const figures = decodeFigures(body);
    const notes = figures.notes ?? decodeText(body.comment);
    const name = decodeName(body);
    return encodeFinish(
      await calls.finish(session, {
        name,
        figures: { ...figures, notes },
        opening: openingOf(request),
        holdsWorker: request.holdsWorker,
      }),
    );
  },
};
