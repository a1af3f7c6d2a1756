import { Type } from 'typebox';
import type { RouteFix } from '../../../tracking/papers-model.ts';
import { bodyAs, type SessionRoute, type WireObject } from '../../contract.ts';
import { positionSchemas } from '../../position-wire.ts';
import { positionRowSchema } from '../acars/position-resource.ts';
import { dataSchema } from '../face.ts';
import { compileItems, itemsField } from '../items.ts';
import { encodeDistance, encodeMass } from '../units.ts';
import { loose, readNumber, readText } from '../values.ts';
import { askForPirep } from './own-pirep.ts';
import { pirepRoute, reporting } from './pirep-route.ts';

const wireFix = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 191, description: 'Name of the fix' }),
    order: loose('number', 'Place in the route'),
    lat: positionSchemas.lat,
    lon: positionSchemas.lon,
    nav_type: loose('number', 'Kind of the fix'),
  },
  { title: 'Fix' },
);
const routeBody = Type.Object({ route: itemsField('Fixes: `name`, `order`, `lat` and `lon`', wireFix) });
const readFixes = compileItems('route', wireFix);

const refusals = ['flight-not-found', 'not-offered', 'crew-center-unavailable'] as const;
const path = '/pireps/{id}/route';
const removed = {
  message: Type.String({ description: 'What was done' }),
  attrs: Type.Array(Type.Unknown(), { description: 'Always empty' }),
};
const removedSchema = Type.Object(removed, { title: 'Done' });
const doneSchema = Type.Object(
  {
    ...removed,
    count: Type.Integer({ description: 'Fixes that were set' }),
  },
  { title: 'FixesSet' },
);

/** The fixes of the planned route, which are no part of what was flown. */
export const route: readonly SessionRoute[] = [
  {
    ...reporting,
    refusals,
    path,
    method: 'GET',
    body: null,
    summary: 'The fixes of the planned route',
    description: 'In order.',
    answers: { 200: dataSchema(Type.Array(positionRowSchema)) },
    async handle(calls, session, request) {
      const answer = await askForPirep(calls, session, request, { method: 'GET', path: 'route' });
      if (answer !== null) return answer;
      const { pirepId } = pirepRoute(request);
      const fixes = await calls.desk.papers(session).listRoute(pirepId);
      return { status: 200, body: { data: fixes.map((fix) => encodeFix(pirepId, fix)) } };
    },
  },
  {
    ...reporting,
    refusals,
    path,
    summary: 'Set the fixes of the planned route',
    description: 'They replace those that were set before.',
    body: { kind: 'object', schema: routeBody },
    answers: { 200: doneSchema },
    async handle(calls, session, request) {
      const fixes = readFixes(bodyAs(routeBody, request.body).route).items.map(toFix);
      const answer = await askForPirep(calls, session, request, { method: 'POST', path: 'route' });
      if (answer !== null) return answer;
      await calls.desk.papers(session).replaceRoute(pirepRoute(request).pirepId, fixes);
      return { status: 200, body: { message: `${fixes.length} points added`, attrs: [], count: fixes.length } };
    },
  },
  {
    ...reporting,
    refusals,
    path,
    method: 'DELETE',
    summary: 'Remove the fixes of the planned route',
    description: 'Only those of the pilot’s own PIREP, which phpVMS does not check.',
    body: { kind: 'object', schema: Type.Object({}, { title: 'Nothing' }) },
    answers: { 200: removedSchema },
    async handle(calls, session, request) {
      const answer = await askForPirep(calls, session, request, { method: 'DELETE', path: 'route' });
      if (answer !== null) return answer;
      await calls.desk.papers(session).replaceRoute(pirepRoute(request).pirepId, []);
      return { status: 200, body: { message: 'Route deleted', attrs: [] } };
    },
  },
];

function toFix(item: WireObject, index: number): RouteFix {
  return {
    name: readText(item.name, 191) ?? '',
    order: Math.round(readNumber(item.order, { minimum: 0, maximum: 100_000 }) ?? index),
    lat: Number(item.lat),
    lon: Number(item.lon),
    navType: readNumber(item.nav_type, { minimum: 0, maximum: 100_000 }),
  };
}

/** A row of `acars` as a position is one, without what was flown. */
function encodeFix(pirepId: string, { name, order, lat, lon, navType }: RouteFix) {
  return {
    id: `${pirepId}-route-${order}`,
    pirep_id: pirepId,
    type: 1,
    nav_type: navType,
    order,
    name,
    lat,
    lon,
    status: 'SCH',
    log: null,
    distance: encodeDistance(null),
    heading: null,
    altitude: 0,
    altitude_agl: 0,
    altitude_msl: 0,
    vs: 0,
    gs: null,
    ias: null,
    transponder: null,
    autopilot: null,
    fuel: encodeMass(null),
    fuel_flow: null,
    sim_time: null,
    source: null,
    created_at: null,
    updated_at: null,
  };
}
