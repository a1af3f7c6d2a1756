import { type TSchema, Type } from 'typebox';
import type { Calls, Session } from '../../../tracking/calls.ts';
import { arrivalOf } from '../../../tracking/figures/arrival.ts';
import { eventText } from '../../../tracking/figures/pirep.ts';
import type { FlightEvent, Position, Report } from '../../../tracking/model.ts';
import type { SessionRoute, WireObject, WireRequest } from '../../contract.ts';
import { formatInstant } from '../../instant.ts';
import { dataSchema } from '../face.ts';
import { pirepRoute, reporting } from '../pireps/pirep-route.ts';
import { rowTimes } from '../rows/times.ts';
import { type FlightPlaces, trackGeojson, trackSchema } from './geojson.ts';
import { statusOfLine } from './lines.ts';
import { encodePlainPosition, encodePosition, plainPositionSchema, positionRowSchema } from './position-resource.ts';

const lineSchema = Type.Object(
  {
    id: Type.String({ description: 'Id of the row' }),
    pirep_id: Type.String({ description: 'Id of the PIREP' }),
    type: Type.Integer({ description: '2: a line of the log' }),
    status: Type.String({ description: '`SCH`, or what the client said with the line' }),
    log: Type.String({ description: 'The line' }),
    lat: Type.Number({ description: 'Latitude, degrees; 0 when unknown' }),
    lon: Type.Number({ description: 'Longitude, degrees; 0 when unknown' }),
    ...rowTimes,
  },
  { title: 'LineRow' },
);

const readingOne: Pick<
  SessionRoute,
  'method' | 'access' | 'params' | 'body' | 'query' | 'bodyLimit' | 'servesWhenDisabled'
> & {
  readonly refusals: SessionRoute['refusals'];
} = { ...reporting, method: 'GET', body: null, refusals: ['flight-not-found'] };

/** The row of a report; null for one of another kind. */
type Encode = (pirepId: string, report: Report) => WireObject | null;

const pointOf: Encode = (pirepId, report) =>
  report.kind === 'position' ? encodePosition(pirepId, report.position, report.number) : null;
const lineOf: Encode = (pirepId, report) =>
  report.kind === 'event' ? encodeLine(pirepId, report.number, report.event) : null;
/** Where phpVMS has no route, for the program that asks there: it reads its own lines of the log there, too. */
const anyOf: Encode = (pirepId, report) =>
  report.kind === 'position'
    ? encodePlainPosition(pirepId, report.position, report.number)
    : encodeLine(pirepId, report.number, report.event);

/** What is read, and how it is encoded. */
interface Rows {
  readonly encode: Encode;
  readonly row: TSchema;
}
const points: Rows = { encode: pointOf, row: positionRowSchema };
const lines: Rows = { encode: lineOf, row: lineSchema };
const all: Rows = { encode: anyOf, row: Type.Union([plainPositionSchema, lineSchema]) };

function reading(
  path: string,
  { encode, row }: Rows,
  about: Pick<SessionRoute, 'summary' | 'description'>,
): SessionRoute {
  return {
    ...readingOne,
    ...about,
    path,
    answers: { 200: dataSchema(Type.Array(row)) },
    handle: (calls, session, request) => readRows(calls, session, request, encode),
  };
}

/** The positions of a flight, oldest first; also where clients look for them though phpVMS has no such path. */
export const readPositions: readonly SessionRoute[] = [
  reading('/pireps/{id}/acars/position', points, {
    summary: 'The positions of a flight',
    description: 'All of them, oldest first, so that a client can continue where it was.',
  }),
  ...['/pireps/{id}/acars', '/acars/{id}'].map((path) =>
    reading(path, all, {
      summary: 'The positions and the log of a flight',
      description: 'All of them, oldest first: points, lines (`type` 2), and what a client noted to read it back here.',
    }),
  ),
];

/** The log of a flight, which phpVMS only takes. */
export const readLogs: readonly SessionRoute[] = [
  ...['/pireps/{id}/acars/logs', '/acars/{id}/logs'],
  ...['/pireps/{id}/acars/events', '/acars/{id}/events'],
].map((path) =>
  reading(path, lines, { summary: 'The log of a flight', description: 'Lines and events, oldest first.' }),
);

/** The track of a flight for a map. */
export const readGeojson = ['/pireps/{id}/acars/geojson', '/acars/{id}/geojson'].map(
  (path): SessionRoute => ({
    ...readingOne,
    path,
    summary: 'The track of a flight as GeoJSON',
    description:
      'With a key, because it is the track of one pilot; the flights that are under way are public in `acars/geojson`.',
    answers: {
      200: dataSchema(trackSchema),
    },
    async handle(calls, session, request) {
      const name = pirepRoute(request);
      const reports = await calls.readReports(session, name);
      const view = await calls.readFlight(session, name);
      const flight = view?.flight ?? null;
      const departure = flight?.plan.departure ?? null;
      const places: FlightPlaces = { departure, arrival: flight && arrivalOf(flight) };
      return { status: 200, body: { data: trackGeojson(name.pirepId, positionsOf(reports), places) } };
    },
  }),
);

function positionsOf(reports: readonly Report[]): readonly Position[] {
  const positions = reports.flatMap((report) => (report.kind === 'position' ? [report.position] : []));
  return positions.sort((one, other) => one.recordedAt - other.recordedAt);
}

async function readRows(calls: Calls, session: Session, request: WireRequest, encode: Encode) {
  const name = pirepRoute(request);
  const reports = await calls.readReports(session, name);
  const rows = reports.flatMap((report): readonly WireObject[] => {
    const row = encode(name.pirepId, report);
    return row === null ? [] : [row];
  });
  const ofCreation = ({ created_at: at }: WireObject) => String(at);
  rows.sort((one, other) => ofCreation(one).localeCompare(ofCreation(other)));
  return { status: 200, body: { data: rows } };
}

function encodeLine(pirepId: string, number: number, event: FlightEvent): WireObject {
  const { lat, lon, recordedAt, receivedAt } = event;
  return {
    id: `${pirepId}-${number}`,
    pirep_id: pirepId,
    type: 2,
    status: statusOfLine(event),
    log: eventText(event),
    lat: lat ?? 0,
    lon: lon ?? 0,
    created_at: formatInstant(recordedAt),
    updated_at: formatInstant(receivedAt),
  };
}
