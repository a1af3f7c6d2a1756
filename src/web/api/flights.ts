import { Type } from 'typebox';
import { instant, nullable } from '../../contracts/fields.ts';
import { stateSchema } from '../../contracts/flight-wire.ts';
import { parseInstant } from '../../contracts/instant.ts';
import type { FlightState } from '../../tracking/model.ts';
import type { OperatorCalls } from '../../tracking/operator-calls.ts';
import { Refusal } from '../../tracking/refusals.ts';
import type { Audience } from '../flight/audience.ts';
import { formats } from '../flight/export/export.ts';
import type { WebParts } from '../parts.ts';
import { apiFlightSchema, apiPirepSchema, encodeApiFlight, encodeApiPirep } from './flight-wire.ts';
import { type ApiRequest, type ApiRoute, json } from './route.ts';

const defaultLimit = 20;
const maxLimit = 100;

const icao = (description: string) =>
  Type.Optional(Type.String({ pattern: '^[A-Za-z0-9]{2,8}$', description: `ICAO code of the airport ${description}` }));

const pageQuery = {
  departure: icao('of departure'),
  arrival: icao('where it landed; before it has landed, of the planned arrival'),
  pilot: Type.Optional(Type.String({ maxLength: 64, description: 'Ident of the pilot' })),
  ended_since: Type.Optional(instant('Flights that ended at or after this instant, and those that have not ended')),
  cursor: Type.Optional(
    Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: '`next` of the page before' }),
  ),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: maxLimit, description: `Flights on a page, at most; default ${defaultLimit}` }),
  ),
};
const flightsQuery = Type.Object({ state: Type.Optional(stateSchema), ...pageQuery });
const pirepsQuery = Type.Object(pageQuery);
const flightParams = Type.Object({
  id: Type.String({ maxLength: 64, description: 'Id of the flight, or of its PIREP' }),
});
const next = nullable<number>('integer', {
  description: '`cursor` of the next page, which may be empty; null at the end',
});

/** Idents and figures, but no free text of a client and no name. */
const audience: Audience = 'public';

/** The routes of flights, ended or not, of their tracks, and of PIREPs. */
export function flightRoutes(parts: WebParts): readonly ApiRoute[] {
  const type = 'application/json; charset=utf-8';
  return [
    {
      path: '/flights',
      access: 'flights',
      type,
      query: flightsQuery,
      params: null,
      example: 'limit=2&departure=LSZH',
      summary: 'Flights, newest first',
      description: 'One page of flights. A page may have fewer than `limit`, or none, and a `next` all the same.',
      answer: Type.Object({ flights: Type.Array(apiFlightSchema), next }),
      async handle({ query }) {
        const { state } = query as { state?: FlightState };
        const page = await parts.tracking.operator.pageFlights({
          ...pageOf(query),
          ...(state === undefined ? {} : { states: [state] }),
        });
        return json({ flights: page.flights.map((view) => encodeApiFlight(view, true)), next: page.next });
      },
    },
    {
      path: '/flights/{id}',
      access: 'flights',
      type,
      query: null,
      params: flightParams,
      example: '',
      summary: 'One flight',
      description: 'A flight by its id or by that of its PIREP.',
      answer: Type.Object({ flight: apiFlightSchema }),
      handle: async (request) => json({ flight: encodeApiFlight(await findView(parts, request), true) }),
    },
    ...trackRoutes(parts),
    pirepRoute(parts),
  ];
}

/** One for each format in which a track is exported. */
function trackRoutes(parts: WebParts): readonly ApiRoute[] {
  return Object.entries(formats).map(
    ([ending, format]): ApiRoute => ({
      path: `/flights/{id}/track.${ending}`,
      access: 'flights',
      query: null,
      params: flightParams,
      example: '',
      summary: `Track of a flight as ${ending}`,
      description: 'Every stored position and mark, as the flight’s page exports them.',
      type: format.type,
      answer: null,
      async handle(request) {
        const file = await parts.exports.read(await findView(parts, request), audience, ending, request.asker);
        return { text: file, fileName: file.name };
      },
    }),
  );
}

function pirepRoute(parts: WebParts): ApiRoute {
  const type = 'application/json; charset=utf-8';
  return {
    path: '/pireps',
    access: 'pireps',
    type,
    query: pirepsQuery,
    params: null,
    example: 'limit=2&departure=LSZH',
    summary: 'Filed PIREPs, newest first',
    description: 'One page of filed PIREPs, as the crew center received them.',
    answer: Type.Object({ pireps: Type.Array(apiPirepSchema), next }),
    async handle({ query }) {
      const page = await parts.tracking.operator.pageFlights({ ...pageOf(query), states: ['filed'] });
      return json({ pireps: page.flights.flatMap(({ flight }) => encodeApiPirep(flight) ?? []), next: page.next });
    },
  };
}

function pageOf(query: ApiRequest['query']): Parameters<OperatorCalls['pageFlights']>[0] {
  const sent = query as Readonly<Record<'departure' | 'arrival' | 'pilot' | 'ended_since', string | undefined>>;
  const { cursor, limit } = query as { cursor?: number; limit?: number };
  const since = sent.ended_since === undefined ? null : parseInstant(sent.ended_since);
  return {
    limit: limit ?? defaultLimit,
    ...(sent.departure === undefined ? {} : { departure: sent.departure.toUpperCase() }),
    ...(sent.arrival === undefined ? {} : { arrival: sent.arrival.toUpperCase() }),
    ...(sent.pilot === undefined ? {} : { pilotIdent: sent.pilot }),
    ...(since === null ? {} : { endedSince: since }),
    ...(cursor === undefined ? {} : { before: cursor }),
  };
}

/** @throws Refusal `flight-not-found` */
async function findView(parts: WebParts, { params }: ApiRequest) {
  const { id } = params as { id: string };
  const { operator } = parts.tracking;
  const flight = await parts.records.readFlight({ pirepId: id });
  const view = (await operator.readFlight(id)) ?? (flight && (await operator.readFlight(flight.id)));
  if (view === null) throw new Refusal('flight-not-found', { message: 'There is no flight with this id.' });
  return view;
}
