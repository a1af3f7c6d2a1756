import { Type } from 'typebox';
import type { Calls, Session } from '../../../tracking/calls.ts';
import { isRefusal } from '../../../tracking/refusals.ts';
import type { SessionRoute, WireRequest } from '../../contract.ts';
import { compileItems, itemsField } from '../items.ts';
import { byMethods, pirepRoute, reporting } from '../pireps/pirep-route.ts';
import { loose } from '../values.ts';
import { addedSchema, encodeAdded } from './added.ts';
import { toLine } from './lines.ts';

type List = 'logs' | 'events';

const lineText = Type.Unsafe<string | number>({ type: ['string', 'number'], minLength: 1, description: 'The line' });
const lineFields = {
  id: loose('id', "The client's own id of the line"),
  client_event_id: loose('id', 'The same, as 8.0 calls it'),
  lat: loose('number', 'Latitude, degrees'),
  lon: loose('number', 'Longitude, degrees'),
  created_at: loose('text', 'Time of the line; UTC where it has no offset. The default is the time of receipt'),
  sim_time: loose('text', "The simulator's clock: not used"),
};
const wireLines = {
  logs: Type.Object({ log: lineText, ...lineFields }, { title: 'LogLine' }),
  events: Type.Object({ event: lineText, ...lineFields }, { title: 'EventLine' }),
};

const readers = {
  logs: compileItems('logs', wireLines.logs),
  events: compileItems('events', wireLines.events),
};
const bodies = {
  logs: Type.Object({ logs: itemsField('Lines of the log: `log` is required', wireLines.logs) }, { title: 'LogLines' }),
  events: Type.Object({ events: itemsField('Events: `event` is required', wireLines.events) }, { title: 'EventLines' }),
};

/** Lines of the log and events, which are lines too: at phpVMS, and at the path where some clients look for them. */
export const postLogs: readonly SessionRoute[] = (['logs', 'events'] as const).flatMap((list) =>
  [`/pireps/{id}/acars/${list}`, `/acars/{id}/${list}`].flatMap((path) =>
    byMethods(['POST'], {
      ...reporting,
      path,
      summary: list === 'logs' ? 'Add lines to the log of the flight' : 'Add events to the log of the flight',
      description:
        'A 200 response means that they are on disk. An equal line of the same time, or with a known id, is ignored. For a filed PIREP nothing is added.',
      body: { kind: 'object', schema: bodies[list] },
      answers: { 200: addedSchema },
      handle: (calls, session, request) => record(calls, session, request, list),
    }),
  ),
);

async function record(calls: Calls, session: Session, request: WireRequest, list: List) {
  const sent = (request.body as Readonly<Record<List, readonly unknown[]>>)[list];
  const events = readers[list](sent).items.map((item) =>
    toLine(item, item[list === 'logs' ? 'log' : 'event'], request.now),
  );
  try {
    const { stored, duplicate } = await calls.recordEvents(session, { name: pirepRoute(request), events });
    // phpVMS says `logs` of events too.
    return { status: 200, body: encodeAdded('logs', stored + duplicate) };
  } catch (error) {
    if (!isRefusal(error, 'flight-filed')) throw error;
    return { status: 200, body: encodeAdded('logs', 0) };
  }
}
