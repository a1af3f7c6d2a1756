import type { FlightView } from '../../../tracking/figures/flight-view.ts';
import type { Airport, Position } from '../../../tracking/model.ts';

/** GeoJSON as phpVMS makes it (app/Services/GeoService.php). */

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
