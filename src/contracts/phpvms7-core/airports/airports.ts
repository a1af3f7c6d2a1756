import { Type } from 'typebox';
import { distanceNm } from '../../../lib/geo.ts';
import type { Calls } from '../../../tracking/calls.ts';
import type { ListedAirport } from '../../../tracking/desk-model.ts';
import { Refusal } from '../../../tracking/refusals.ts';
import type { OpenRoute, SessionRoute, WireObject } from '../../contract.ts';
import { dataSchema, reading } from '../face.ts';
import { hostFirst, hostFirstOpen } from '../host-first.ts';
import { decodePage, listAnswer, listQuery, listSchema, pageOf } from '../paging.ts';
import { distanceParams, idParams } from '../path-params.ts';
import { airportRow, airportSchema, foundAirportRow, foundAirportSchema } from '../rows/airport.ts';
import { distanceSchema, encodeDistance } from '../units.ts';

const plainQuery = listQuery({});
const listedQuery = listQuery({ hub: '1: hubs alone; 0: the others' });
const searchQuery = listQuery({ search: 'Part of a code or of the name', hubs: '1: hubs alone' });
const finding = { ...reading, params: idParams, refusals: ['not-found', ...reading.refusals] } as const;

/** Whose airports are read for a caller without a key: a pilot's own ones are those of the bids. */
const nobody = { pilot: { id: '0' } };

const list: SessionRoute = hostFirst({
  ...reading,
  path: '/airports',
  summary: 'Airports',
  description: 'All that the crew center knows, by code.',
  query: listedQuery,
  answers: { 200: listSchema(airportSchema) },
  async handle({ desk }, session, { query }) {
    const all = await desk.listAirports(session);
    const asked =
      query.hub === '1' || query.hub === '0' ? all.filter(({ isHub }) => isHub === (query.hub === '1')) : all;
    return listAnswer('/airports', pageOf(asked, decodePage(query)), airportRow);
  },
});

const open = { ...reading, access: 'open' } as const;
const hubs: OpenRoute = hostFirstOpen({
  ...open,
  path: '/airports/hubs',
  summary: 'Hubs',
  description: 'Needs no key.',
  query: plainQuery,
  answers: { 200: listSchema(airportSchema) },
  async handle({ desk }, { query }) {
    const all = (await desk.listAirports(nobody)).filter(({ isHub }) => isHub);
    return listAnswer('/airports/hubs', pageOf(all, decodePage(query)), airportRow);
  },
});

const search: OpenRoute = hostFirstOpen({
  ...open,
  path: '/airports/search',
  summary: 'Airports by a part of their code or name',
  description: 'Needs no key.',
  query: searchQuery,
  answers: { 200: listSchema(foundAirportSchema) },
  async handle({ desk }, { query }) {
    const all = (await desk.listAirports(nobody)).filter((airport) => isFound(airport, query));
    return listAnswer('/airports/search', pageOf(all, decodePage(query)), foundAirportRow);
  },
});

function isFound({ icao, iata, name, isHub }: ListedAirport, query: WireObject): boolean {
  const text = String(query.search ?? '')
    .trim()
    .toUpperCase();
  const isNamed = [icao, iata, name].some((each) => each?.toUpperCase().includes(text) === true);
  return isNamed && (query.hubs !== '1' || isHub);
}

const one: SessionRoute = hostFirst({
  ...finding,
  path: '/airports/{id}',
  summary: 'One airport',
  description: 'By its ICAO code, in any case.',
  answers: { 200: dataSchema(airportSchema) },
  async handle({ desk }, session, { params }) {
    return { status: 200, body: { data: airportRow(requireAirport(await desk.listAirports(session), params.id)) } };
  },
});

const lookup: SessionRoute = hostFirst({
  ...finding,
  path: '/airports/{id}/lookup',
  summary: 'What is known of an airport, also if the airline does not serve it',
  description: 'An empty list for a code that is not known.',
  answers: {
    200: dataSchema(
      Type.Union([airportSchema, Type.Array(Type.Unknown(), { maxItems: 0 })], {
        description: 'An airport, or an empty list',
      }),
    ),
  },
  async handle({ desk }, session, { params }) {
    const found = findAirport(await desk.listAirports(session), params.id);
    return { status: 200, body: { data: found === undefined ? [] : airportRow(found) } };
  },
});

const distance: SessionRoute = hostFirst({
  ...finding,
  path: '/airports/{id}/distance/{to}',
  summary: 'The distance between two airports',
  description: 'Along the great circle.',
  params: distanceParams,
  answers: {
    200: dataSchema(
      Type.Object(
        {
          fromIcao: Type.String({ description: 'From' }),
          toIcao: Type.String({ description: 'To' }),
          distance: distanceSchema,
        },
        { title: 'AirportDistance' },
      ),
    ),
  },
  handle: (calls, session, { params }) => answerDistance(calls, session, params),
});

async function answerDistance({ desk }: Calls, session: Parameters<SessionRoute['handle']>[1], params: WireObject) {
  const all = await desk.listAirports(session);
  const [from, to] = [requireAirport(all, params.id), requireAirport(all, params.to)];
  const places = [from, to].flatMap(({ lat, lon }) => (lat === null || lon === null ? [] : [{ lat, lon }]));
  const [start, end] = places;
  const nm = start === undefined || end === undefined ? null : distanceNm(start, end);
  return { status: 200, body: { data: { fromIcao: from.icao, toIcao: to.icao, distance: encodeDistance(nm) } } };
}

function findAirport(all: readonly ListedAirport[], id: unknown): ListedAirport | undefined {
  const code = String(id).trim().toUpperCase();
  return all.find(({ icao }) => icao === code);
}

/** @throws Refusal `not-found` */
function requireAirport(all: readonly ListedAirport[], id: unknown): ListedAirport {
  const found = findAirport(all, id);
  if (found === undefined) throw new Refusal('not-found', { message: `The airport ${String(id)} is not known.` });
  return found;
}

export const airports = [list, hubs, search, one, lookup, distance] as const;
