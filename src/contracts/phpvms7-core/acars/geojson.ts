import { type TSchema, Type } from 'typebox';
import type { FlightView } from '../../../tracking/figures/flight-view.ts';
import type { Airport, Position } from '../../../tracking/model.ts';
import { nullable, nullableObject } from '../../fields.ts';

/** GeoJSON as phpVMS makes it (app/Services/GeoService.php). */

const coordinatesSchema = Type.Array(Type.Number(), { description: 'Longitude and latitude, degrees' });

function collectionSchema(name: string, geometry: TSchema, properties: TSchema) {
  const feature = Type.Object(
    { type: Type.String({ description: '`Feature`' }), geometry, properties },
    { title: `${name}Feature` },
  );
  return Type.Object(
    { type: Type.String({ description: '`FeatureCollection`' }), features: Type.Array(feature) },
    { title: `${name}Collection` },
  );
}

const pointGeometry = Type.Object(
  { type: Type.String({ description: '`Point`' }), coordinates: coordinatesSchema },
  { title: 'PointGeometry' },
);
const pointFields = {
  pirep_id: Type.String({ description: 'Id of the PIREP' }),
  alt: Type.Number({ description: 'Altitude, feet; 0 when unknown' }),
};
const lineGeometry = Type.Object(
  { type: Type.String({ description: '`LineString`' }), coordinates: Type.Array(coordinatesSchema) },
  { title: 'LineGeometry' },
);
const airportPlaceSchema = Type.Object(
  {
    icao: Type.String({ description: 'ICAO code' }),
    lat: nullable<number>('number', { description: 'Latitude, degrees' }),
    lon: nullable<number>('number', { description: 'Longitude, degrees' }),
  },
  { title: 'AirportPlace' },
);

export const liveSchema = collectionSchema(
  'Live',
  pointGeometry,
  Type.Object(
    { ...pointFields, heading: Type.Number({ description: 'Heading, degrees; 0 when unknown' }) },
    { title: 'LivePoint' },
  ),
);

export const trackSchema = Type.Object(
  {
    position: nullableObject(
      Type.Object(
        {
          lat: Type.Number({ description: 'Latitude, degrees' }),
          lon: Type.Number({ description: 'Longitude, degrees' }),
        },
        { title: 'Place' },
      ),
      'Newest position',
    ),
    line: collectionSchema('Line', lineGeometry, Type.Null()),
    points: collectionSchema('Point', pointGeometry, Type.Object(pointFields, { title: 'TrackPoint' })),
    airports: Type.Object(
      { a: nullableObject(airportPlaceSchema, 'Arrival'), d: nullableObject(airportPlaceSchema, 'Departure') },
      { title: 'TrackAirports' },
    ),
  },
  { title: 'Track' },
);

export interface FlightPlaces {
  readonly departure: Airport | null;
  readonly arrival: Airport | null;
}

/** The track of one flight, its positions in order of time. */
export function trackGeojson(pirepId: string, positions: readonly Position[], { departure, arrival }: FlightPlaces) {
  const last = positions.at(-1);
  const coordinates = positions.map(({ lat, lon }) => [lon, lat]);
  const line = { type: 'Feature', geometry: { type: 'LineString', coordinates }, properties: null };
  return {
    position: last === undefined ? null : { lat: last.lat, lon: last.lon },
    line: collection(positions.length < 2 ? [] : [line]),
    points: collection(positions.map((position) => point(position, { pirep_id: pirepId, alt: altitudeOf(position) }))),
    airports: { a: place(arrival), d: place(departure) },
  };
}

/** The flights that are under way. */
export function liveGeojson(views: readonly FlightView[]) {
  const features = views.flatMap(({ flight, lastPosition }) =>
    lastPosition === null
      ? []
      : [
          point(lastPosition, {
            pirep_id: flight.pirepId ?? flight.id,
            alt: altitudeOf(lastPosition),
            heading: lastPosition.headingDeg ?? 0,
          }),
        ],
  );
  return collection(features);
}

function collection(features: readonly object[]) {
  return { type: 'FeatureCollection', features };
}

function point({ lat, lon }: Position, properties: object) {
  return { type: 'Feature', geometry: { type: 'Point', coordinates: [lon, lat] }, properties };
}

function altitudeOf({ altitudeMslFt, altitudeAglFt }: Position): number {
  return altitudeMslFt ?? altitudeAglFt ?? 0;
}

function place(airport: Airport | null) {
  return airport === null ? null : { icao: airport.icao, lat: airport.lat, lon: airport.lon };
}
