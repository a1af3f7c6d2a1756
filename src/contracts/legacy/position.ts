import { Type } from 'typebox';
import { decodePosition } from '../../report/position-code.ts';
import type { Position } from '../../tracking/model.ts';
import { bodyAs, type SessionRoute } from '../contract.ts';
import { listOf } from '../fields.ts';
import { positionSchemas } from '../position-wire.ts';
import { encodeReport, reportAnswerSchema } from '../report-answer.ts';
import { decodeName, positionWords } from '../reports.ts';
import { openingFields, openingOf } from './opening.ts';
import { legacyPhase } from './phases.ts';

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
