import { Type } from 'typebox';
import type { Calls, ReportResult, Session } from '../../../tracking/calls.ts';
import type { FlightEvent } from '../../../tracking/model.ts';
import { isRefusal } from '../../../tracking/refusals.ts';
import { bodyAs, type SessionRoute, type WireAnswer, type WireObject, type WireRequest } from '../../contract.ts';
import { compileItems, itemsField } from '../items.ts';
import { pirepRoute, reporting } from '../pireps/pirep-route.ts';
import { addedSchema, encodeAdded } from './added.ts';
import { isLine, lineOfPoint } from './lines.ts';
import { ownPhaseOf, repeatIdOf, toPosition, wirePositionSchema } from './wire-position.ts';

const body = Type.Object(
  { positions: itemsField('Positions: `lat` and `lon` are required, all else is optional', wirePositionSchema) },
  { title: 'PositionReports' },
);
const readItems = compileItems('positions', wirePositionSchema);

/** `acars/position`, and `acars/positions` as phpVMS spells it too. */
export const postPositions: readonly SessionRoute[] = ['position', 'positions'].map((word) => ({
  ...reporting,
  path: `/pireps/{id}/acars/${word}`,
  summary: 'Report where the aircraft is',
  description:
    'A 200 response means that the positions are on disk. A position with a known `id` of this PIREP, or one of a known time, is ignored. For a filed PIREP nothing is added.',
  body: { kind: 'object', schema: body },
  answers: { 200: addedSchema },
  handle: (calls, session, request) => report(calls, session, request),
}));

/** Not an async function where all are points, as nearly always: many requests wait for a commit, and each keeps little. */
function report(calls: Calls, session: Session, request: WireRequest): Promise<WireAnswer> {
  const { items } = readItems(bodyAs(body, request.body).positions);
  return items.some(isLine)
    ? reportBoth(calls, session, request, items).then(answerAdded, answerLate)
    : reportPoints(calls, session, request, items).then(answerStored, answerLate);
}

async function reportBoth(calls: Calls, session: Session, request: WireRequest, items: readonly WireObject[]) {
  const [lines, points] = [items.filter(isLine), items.filter((item) => !isLine(item))];
  const events = lines.map((line) => lineOfPoint(line, request.now));
  const noted = await recordLines(calls, session, request, events);
  return noted + (points.length === 0 ? 0 : countOf(await reportPoints(calls, session, request, points)));
}

const countOf = ({ stored, duplicate }: ReportResult) => stored + duplicate;
const answerStored = (result: ReportResult) => answerAdded(countOf(result));

function answerAdded(count: number): WireAnswer {
  return { status: 200, body: encodeAdded('positions', count) };
}

/** The last ones of a queue come after `file`. */
function answerLate(error: unknown): WireAnswer {
  if (!isRefusal(error, 'flight-filed')) throw error;
  return answerAdded(0);
}

async function recordLines(calls: Calls, session: Session, request: WireRequest, events: readonly FlightEvent[]) {
  const { stored, duplicate } = await calls.recordEvents(session, { name: pirepRoute(request), events });
  return stored + duplicate;
}

function reportPoints(
  calls: Calls,
  session: Session,
  request: WireRequest,
  items: readonly WireObject[],
): Promise<ReportResult> {
  const name = pirepRoute(request);
  const send = (said: string | null | undefined): Promise<ReportResult> => {
    const { now, holdsWorker } = request;
    const positions = items.map((item) => toPosition(item, now, said ?? null));
    const ids = items.map(repeatIdOf);
    return calls.report(session, { name, positions, ids, isDatedBySimTime: true, opening: null, holdsWorker });
  };
  const isSilent = items.some((item) => ownPhaseOf(item) === null);
  return isSilent ? phaseOf(calls, session, name.pirepId).then(send) : send(null);
}

/** What the client said of the PIREP's phase: its positions may not say it. */
async function phaseOf(calls: Calls, session: Session, pirepId: string): Promise<string | null | undefined> {
  const view = await calls.readFlight(session, { pirepId });
  return view?.flight.said?.phase;
}
