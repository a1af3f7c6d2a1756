import { Type } from 'typebox';
import { decodePosition } from '../../tracking/position/position-code.ts';
import { bodyAs, type SessionRoute } from '../contract.ts';
import { listOf } from '../fields.ts';
import { positionSchemas } from '../position-wire.ts';
import { encodeReport, reportAnswerSchema } from '../report-answer.ts';
import { decodeName, positionWords } from '../reports.ts';
import { openingFields, openingOf } from './opening.ts';
import { legacyPhase } from './phases.ts';

const words = positionWords(legacyPhase);
const positionBody = Type.Object({ ...positionSchemas, ...openingFields }, { title: 'PositionReport' });
const envelope = Type.Object(
  { ...openingFields, positions: listOf('Positions, in any order') },
  { title: 'PositionReports' },
);

export const position: SessionRoute = {
  method: 'POST',
  path: '/position.php',
  summary: 'Report positions',
  description:
    'One position, or `positions` with a list. The first one opens the flight of the named bid (by default the latest one). If no bid is required, it may carry `flight_number`, `departure`, `arrival` and `aircraft` instead. Numbers may be text, with a decimal comma: `12,5`. `12,000` is twelve thousand in altitudes, speeds, fuel and integers, and is rejected in other fields, where it would be ambiguous. A late position of a flight that has ended gets 409 with its receipt. Status 200 means that the positions counted in `stored` are on disk. The call is idempotent.',
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
  handle(calls, session, request) {
    const { items, now, holdsWorker } = request;
    const positions = items.map((item) => decodePosition(bodyAs(positionBody, item), now, words));
    const name = decodeName(request.body);
    const stored = calls.report(session, { name, positions, opening: openingOf(request), holdsWorker });
    return stored.then((result) => encodeReport(result, request, 'positions'));
  },
};
