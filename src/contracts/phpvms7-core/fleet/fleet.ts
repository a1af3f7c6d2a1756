import { Type } from 'typebox';
import type { Calls, Session } from '../../../tracking/calls.ts';
import type { FleetAircraft } from '../../../tracking/desk-model.ts';
import { Refusal } from '../../../tracking/refusals.ts';
import type { SessionRoute, WireRequest } from '../../contract.ts';
import { nullableObject, optionalText } from '../../fields.ts';
import { dataSchema, reading } from '../face.ts';
import { hostFirst } from '../host-first.ts';
import { decodePage, listAnswer, listQuery, listSchema, pageOf } from '../paging.ts';
import { idParams } from '../path-params.ts';
import { aircraftRow, aircraftSchema } from '../rows/aircraft.ts';
import { wholeAirlineRow, wholeAirlineSchema } from '../rows/airline.ts';
import { subfleetFacts, subfleetFactsSchema, subfleetFields, subfleetRows, subfleetSchema } from '../rows/subfleet.ts';
import { requireOwn } from '../user/user.ts';

const fleetQuery = listQuery({});
const listedSchema = Type.Object(
  {
    ...subfleetFields,
    airline: nullableObject(wholeAirlineSchema, 'Its airline'),
    ranks: Type.Array(Type.Unknown(), { description: 'Always empty' }),
  },
  { title: 'ListedSubfleet' },
);
const foundSchema = Type.Object(
  { ...aircraftSchema.properties, subfleet: nullableObject(subfleetFactsSchema, 'Its subfleet') },
  { title: 'FleetAircraft' },
);

interface Face {
  readonly path: string;
  readonly summary: string;
  /** Whether only what this pilot may fly is listed. */
  readonly isOwn: boolean;
}

const fleetRoute = ({ path, summary, isOwn }: Face): SessionRoute =>
  hostFirst({
    ...reading,
    path,
    summary,
    description: isOwn ? 'Those that the pilot may fly now.' : 'All in service.',
    query: fleetQuery,
    ...(path.includes('{id}') && { params: idParams }),
    answers: { 200: isOwn ? dataSchema(Type.Array(subfleetSchema)) : listSchema(listedSchema) },
    async handle(calls, session, request) {
      if (request.params.id !== undefined) requireOwn(session, request.params.id);
      return isOwn ? answerOwn(calls, session) : answerFleet(calls, session, request, path);
    },
  });

/** All at once, as there. */
async function answerOwn({ desk }: Calls, session: Session) {
  const allowed = (await desk.listFleet(session)).filter(({ isAllowed }) => isAllowed);
  return { status: 200, body: { data: subfleetRows(allowed) } };
}

async function answerFleet({ desk }: Calls, session: Session, { query }: WireRequest, path: string) {
  const rows = subfleetRows(await desk.listFleet(session));
  const airlines = desk.offers('listAirlines') ? (await desk.listAirlines()).map(wholeAirlineRow) : [];
  const airlineOf = ({ airline_id }: (typeof rows)[number]) => airlines.find(({ id }) => id === airline_id) ?? null;
  return listAnswer(path, pageOf(rows, decodePage(query)), (row) => ({ ...row, airline: airlineOf(row), ranks: [] }));
}

const aircraftQuery = Type.Object({ type: optionalText('`registration` or `icao`; else the id is meant', 64) });

const oneAircraft = (path: string): SessionRoute =>
  hostFirst({
    ...reading,
    path,
    summary: 'One aircraft',
    description: 'By its id, or by what `type` names.',
    query: aircraftQuery,
    params: idParams,
    answers: { 200: dataSchema(foundSchema) },
    refusals: ['not-found', ...reading.refusals],
    async handle({ desk }, session, { query, params }) {
      const found = (await desk.listFleet(session)).find((each) => nameOf(each, query.type) === params.id);
      if (found === undefined) throw new Refusal('not-found', { message: 'There is no such aircraft.' });
      const subfleet = found.subfleet === null ? null : subfleetFacts(found.subfleet);
      return { status: 200, body: { data: { ...aircraftRow(found), subfleet } } };
    },
  });

function nameOf({ id, registration, icao }: FleetAircraft, type: unknown): string | null {
  return type === 'registration' ? registration : type === 'icao' ? icao : id;
}

export const fleet: readonly SessionRoute[] = [
  fleetRoute({ path: '/fleet', summary: 'The fleet by subfleet', isOwn: false }),
  fleetRoute({ path: '/subfleet', summary: 'The same', isOwn: false }),
  fleetRoute({ path: '/user/fleet', summary: 'What the pilot may fly', isOwn: true }),
  fleetRoute({ path: '/users/{id}/fleet', summary: 'The same, by the id of the pilot', isOwn: true }),
  oneAircraft('/fleet/aircraft/{id}'),
  oneAircraft('/subfleet/aircraft/{id}'),
];
