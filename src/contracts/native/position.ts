import { Type } from 'typebox';
import { decodePosition } from '../../tracking/position/position-code.ts';
import { bodyAs, type SessionRoute } from '../contract.ts';
import { listOf, nameFields } from '../fields.ts';
import { codePhase } from '../phase-codes.ts';
import { positionSchemas } from '../position-wire.ts';
import { encodeReport, reportAnswerSchema } from '../report-answer.ts';
import { decodeName, positionWords } from '../reports.ts';

const positionsEnvelope = Type.Object(
  { ...nameFields, positions: listOf('Positions, in any order') },
  { title: 'PositionReports' },
);

const words = positionWords(codePhase);
const positionBody = Type.Object({ ...positionSchemas, ...nameFields }, { title: 'PositionReport' });

export const position: SessionRoute = {
  method: 'POST',
  path: '/position',
  summary: 'Report positions',
  description:
    'One position, or `{positions: […]}`. Status 200 means that the positions counted in `stored` are on disk. The call is idempotent: a position with the same `seq` (without `seq`, the same `recorded_at`) is stored once, so a request without a response can be sent again. Without both, an identical position within a second is a duplicate. Of a list, valid positions are stored and invalid ones are listed in the response; 422 when none is valid.',
  access: 'session',
  body: { kind: 'one-or-many', item: positionBody, list: 'positions', envelope: positionsEnvelope },
  query: null,
  answers: { 200: reportAnswerSchema },
  refusals: [
    'no-open-flight',
    'flight-not-found',
    'flight-filing',
    'flight-filed',
    'flight-ended',
    'flight-elsewhere',
    'journal-full',
  ],
  bodyLimit: 'normal',
  servesWhenDisabled: true,
  handle(calls, session, request) {
    const { items, now } = request;
    const positions = items.map((item) => decodePosition(bodyAs(positionBody, item), now, words));
    const stored = calls.report(session, { name: decodeName(request.body), positions, opening: null });
    return stored.then((result) => encodeReport(result, request, 'positions'));
  },
};
