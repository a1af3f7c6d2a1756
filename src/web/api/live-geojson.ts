import type { FlightView } from '../../tracking/figures/flight-view.ts';
import { encodeLiveFlight, type ShownOfPilots } from './flight-wire.ts';

/** Flights under way as GeoJSON points; the properties of each are the flight as in `/live`. */
export function toGeojson(flights: readonly FlightView[], shown: ShownOfPilots) {
  const features = flights.flatMap((view) => {
    const { lastPosition: position } = view;
    if (position === null) return [];
    const coordinates = [position.lon, position.lat];
    return [
      {
        type: 'Feature',
        id: view.flight.id,
        geometry: { type: 'Point', coordinates },
        properties: encodeLiveFlight(view, shown),
      },
    ];
  });
  return { type: 'FeatureCollection', features };
}
