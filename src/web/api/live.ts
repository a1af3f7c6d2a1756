import { Type } from 'typebox';
import { ShortCache } from '../../lib/short-cache.ts';
import type { FlightView } from '../../tracking/figures/flight-view.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { thin } from '../flight/thin.ts';
import type { WebParts } from '../parts.ts';
import type { Turn } from '../waiting.ts';
import { toAcarsData } from './acars-data.ts';
import { acarsId, toAcars, toAcarsGeojson, toAcarsPirep, toAcarsTrack } from './acars-shapes.ts';
import { encodeLiveFlight, liveFlightSchema, type ShownOfPilots } from './flight-wire.ts';
import { toGeojson } from './live-geojson.ts';
import { type ApiRequest, type ApiRoute, json } from './route.ts';

/** The map's own interval: nobody sees a newer position than it. */
const keptMs = 1_000;
const keptTracksMs = 5_000;
const maxTracks = 50;

/** Encodes the flights under way. */
type Encode = (flights: readonly FlightView[], shown: ShownOfPilots) => unknown;

const shapes: readonly {
  readonly path: string;
  readonly of: string;
  readonly type: string;
  readonly encode: Encode;
}[] = [
  {
    path: '/live.geojson',
    of: 'as GeoJSON points',
    type: 'application/geo+json; charset=utf-8',
    encode: toGeojson,
  },
  {
    path: '/live/acars',
    of: 'in the shape of phpVMS 7’s `GET /api/acars`, for its widgets',
    type: 'application/json; charset=utf-8',
    encode: toAcars,
  },
  {
    path: '/live/acars/geojson',
    of: 'in the shape of phpVMS 7’s `GET /api/acars/geojson`, for its widgets',
    type: 'application/json; charset=utf-8',
    encode: toAcarsGeojson,
  },
  {
    path: '/live/acars/data',
    of: 'in the shape of phpVMS 5’s `acars/data`, for its widgets',
    type: 'application/json; charset=utf-8',
    encode: toAcarsData,
  },
];

/** Idents are for who has a key, names for everybody, where their pilots chose that. */
function shownTo({ publicNames }: Pick<WebParts, 'publicNames'>, { key }: ApiRequest): ShownOfPilots {
  return { showsIdent: key?.scopes.includes('flights') === true, nameOf: publicNames.shown() };
}

/** Returns the flights on the map. */
function openFlights(tracking: WebParts['tracking']): readonly FlightView[] {
  const views: FlightView[] = [];
  for (const live of tracking.flights)
    if (live.flight.state === 'open' && live.lastPosition !== null) views.push(live.view());
  return views;
}

/** The routes of flights under way: what the map shows, for everybody. */
export function liveRoutes(parts: WebParts): readonly ApiRoute[] {
  const { tracking, clock } = parts;
  const texts = new ShortCache<string>(clock, keptMs, 2 * (shapes.length + 1));
  const read = () => openFlights(tracking);
  const handle = (path: string, encode: Encode) => async (request: ApiRequest) => {
    const shown = shownTo(parts, request);
    const make = async () => JSON.stringify(encode(read(), shown));
    return { text: await texts.get(`${path} ${shown.showsIdent}`, make) };
  };
  const common = { access: 'public', query: null, params: null, example: '' } as const;
  return [
    {
      ...common,
      path: '/live',
      summary: 'Flights under way',
      description: 'The flights on the map, each with its newest position. Renewed once a second.',
      type: 'application/json; charset=utf-8',
      answer: Type.Object({ flights: Type.Array(liveFlightSchema) }),
      handle: handle('/live', (flights, shown) => ({
        flights: flights.map((view) => encodeLiveFlight(view, shown)),
      })),
    },
    ...shapes.map(({ path, of, type, encode }) => ({
      ...common,
      path,
      type,
      summary: `Flights under way, ${of}`,
      description: 'The same flights as in `/live`.',
      answer: Type.Unknown(),
      handle: handle(path, encode),
    })),
    ...clickedRoutes(parts),
  ];
}

const clickedParams = Type.Object({ id: Type.String({ maxLength: 64, description: '`id` of `/live/acars`' }) });
const maxTrackPoints = 500;

/** What a widget of phpVMS 7 asks for when a flight on its map is clicked. Flights that have ended are not on the map. */
function clickedRoutes(parts: WebParts): readonly ApiRoute[] {
  const tracks = new ShortCache<string>(parts.clock, keptTracksMs, maxTracks);
  const find = ({ params }: ApiRequest) => {
    const { id } = params as { id: string };
    const view = openFlights(parts.tracking).find((each) => acarsId(each) === id);
    if (view === undefined)
      throw new Refusal('flight-not-found', { message: 'There is no flight under way with this id.' });
    return view;
  };
  const readTrack = async (view: FlightView, turn: Turn) => {
    const { positions } = await parts.flightRecords.read(view, true, turn);
    return JSON.stringify(toAcarsTrack(view, thin(positions, maxTrackPoints)));
  };
  const common = { access: 'public', query: null, params: clickedParams, example: '' } as const;
  const rest = { ...common, type: 'application/json; charset=utf-8', answer: Type.Unknown() };
  return [
    {
      ...rest,
      path: '/live/acars/{id}',
      summary: 'One flight under way, in the shape of phpVMS 7’s `GET /api/pireps/{id}`',
      description: 'For widgets that show more when a flight is clicked.',
      handle: async (request) => json({ data: toAcarsPirep(find(request), shownTo(parts, request)) }),
    },
    {
      ...rest,
      path: '/live/acars/{id}/acars/geojson',
      summary: 'Its track, in the shape of phpVMS 7’s `GET /api/pireps/{id}/acars/geojson`',
      description: `At most ${maxTrackPoints} points.`,
      handle: async (request) => {
        const view = find(request);
        return { text: await tracks.get(view.flight.id, () => readTrack(view, request.asker.turn)) };
      },
    },
  ];
}
