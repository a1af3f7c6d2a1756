import { Type } from 'typebox';
import type { Calls, Session } from '../../../tracking/calls.ts';
import type { FlightEvent } from '../../../tracking/model.ts';
import { isRefusal } from '../../../tracking/refusals.ts';
import { bodyAs, type SessionRoute, type WireObject, type WireRequest } from '../../contract.ts';
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

async function report(calls: Calls, session: Session, request: WireRequest) {
  const { items } = readItems(bodyAs(body, request.body).positions);
  const [lines, points] = [items.filter(isLine), items.filter((item) => !isLine(item))];
  const events = lines.map((line) => lineOfPoint(line, request.now));
  try {
    const noted = events.length === 0 ? 0 : await recordLines(calls, session, request, events);
    const stored = points.length === 0 ? 0 : await reportPoints(calls, session, request, points);
    return { status: 200, body: encodeAdded('positions', noted + stored) };
  } catch (error) {
    // The last ones of a queue come after `file`.
    if (!isRefusal(error, 'flight-filed')) throw error;
    return { status: 200, body: encodeAdded('positions', 0) };
  }
}

async function recordLines(calls: Calls, session: Session, request: WireRequest, events: readonly FlightEvent[]) {
  const { stored, duplicate } = await calls.recordEvents(session, { name: pirepRoute(request), events });
  return stored + duplicate;
}

async function reportPoints(calls: Calls, session: Session, request: WireRequest, items: readonly WireObject[]) {
  const { pirepId } = pirepRoute(request);
  const isSilent = items.some((item) => ownPhaseOf(item) === null);
  const said = isSilent ? ((await phaseOf(calls, session, pirepId)) ?? null) : null;
  const positions = items.map((item) => toPosition(item, request.now, said));
  const { stored, duplicate } = await calls.report(session, {
    name: { pirepId },
    positions,
    ids: items.map(repeatIdOf),
    isDatedBySimTime: true,
    opening: null,
    holdsWorker: request.holdsWorker,
  });
  return stored + duplicate;
}

/** What the client said of the PIREP's phase: its positions may not say it. */
async function phaseOf(calls: Calls, session: Session, pirepId: string): Promise<string | null | undefined> {
  const view = await calls.readFlight(session, { pirepId });
  return view?.flight.said?.phase;
}
