import { Type } from 'typebox';
import type { FlightEvent } from '../../tracking/model.ts';
import { describeEventKinds } from '../../tracking/position/event-kinds.ts';
import { bodyAs, type SessionRoute } from '../contract.ts';
import { eventFields, listOf, nameFields } from '../fields.ts';
import { encodeReport, reportAnswerSchema } from '../report-answer.ts';
import { decodeEvent, decodeName } from '../reports.ts';

const eventsEnvelope = Type.Object(
  { ...nameFields, events: listOf('Flight events, in any order') },
  { title: 'EventReports' },
);

const eventBody = Type.Object({ ...eventFields, ...nameFields }, { title: 'EventReport' });

export const event: SessionRoute = {
  method: 'POST',
  path: '/event',
  summary: 'Report flight events',
  description: `One event, or \`{events: […]}\`. \`kind\` is an open vocabulary; the server interprets these: ${describeEventKinds()}`,
  access: 'session',
  body: { kind: 'one-or-many', item: eventBody, list: 'events', envelope: eventsEnvelope },
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
  async handle(calls, session, request) {
    const events: FlightEvent[] = [];
    for (const item of request.items) events.push(decodeEvent(bodyAs(eventBody, item), request.now));
    const result = await calls.recordEvents(session, { name: decodeName(request.body), events });
    return encodeReport(result, request, 'events');
  },
};
