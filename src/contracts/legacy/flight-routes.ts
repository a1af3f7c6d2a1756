import { Type } from 'typebox';
import { decodePosition } from '../../report/position-code.ts';
import type { Position } from '../../tracking/model.ts';
import { bodyAs, type SessionRoute, type WireRequest } from '../contract.ts';
import { figureFields, listOf, nameFields, networkField, optionalId, optionalText } from '../fields.ts';
import { encodeFinish, filedSchema, filingSchema } from '../finish-answer.ts';
import { decodeFreeFlight, freeFlightFields } from '../free-flight.ts';
import { positionSchemas } from '../position-wire.ts';
import { encodeReport, reportAnswerSchema } from '../report-answer.ts';
import { decodeFigures, decodeName, decodeText, positionWords } from '../reports.ts';
import { legacyPhase } from './phases.ts';

/** A flight may be named by its bid too; its first report, or its log, may begin it. */
const openingFields = {
  ...nameFields,
  bid_id: optionalId('The bid that is flown'),
  ...freeFlightFields,
  network: networkField,
};
const openingSchema = Type.Object(openingFields);

/** null while the module is switched off: then nothing begins. */
function openingOf(request: WireRequest) {
  if (!request.isEnabled) return null;
  const body = bodyAs(openingSchema, request.body);
  return { freeFlight: decodeFreeFlight(body).flight, network: body.network ?? null };
}

const words = positionWords(legacyPhase);
const positionBody = Type.Object({ ...positionSchemas, ...openingFields });
const envelope = Type.Object({ ...openingFields, positions: listOf('Positions, in any order') });

export const position: SessionRoute = {
  method: 'POST',
  path: '/position.php',
  summary: 'Report positions',
  description:
    'One position, or `positions` with a list. The first one opens the flight of the named bid (of the latest one, when none is named); where no bid is required it may carry `flight_number`, `departure`, `arrival` and `aircraft` instead. Numbers may be text, with a decimal comma: `12,5`; `12,000` is twelve thousand in altitudes, speeds, fuel and whole numbers, and refused where it could be either. A straggler of a flight that has ended is answered 409 with its receipt. An answer of 200 means that what it counts as stored is on disk; a repeat changes nothing.',
  access: 'session',
  body: { kind: 'one-or-many', item: positionBody, list: 'positions', envelope },
  query: null,
  answers: { 200: reportAnswerSchema },
  refusals: [
    'no-open-flight',
    'flight-not-found',
    'bid-not-found',
    'bid-blocked',
    'flight-open',
    'flight-filing',
    'flight-filed',
    'flight-ended',
    'flight-elsewhere',
    'crew-center-unavailable',
    'journal-full',
  ],
  bodyLimit: 'normal',
  servesWhenDisabled: true,
  async handle(calls, session, request) {
    const positions: Position[] = [];
    for (const item of request.items) {
      positions.push(decodePosition(bodyAs(positionBody, item), request.now, words));
    }
    const name = decodeName(request.body);
    const result = await calls.report(session, {
      name,
      positions,
      opening: openingOf(request),
      holdsWorker: request.holdsWorker,
    });
    return encodeReport(result, request, 'positions');
  },
};

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
    'What is missing is computed from what was reported. With no position before it, it files the named (or latest) bid from what it carries; then `flight_time` is required. 200 with the receipt, or 202 while the crew center cannot be reached: then it is filed later, once. A repeat finds the same receipt.',
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
