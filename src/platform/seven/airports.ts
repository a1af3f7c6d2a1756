import { distanceNm } from '../../lib/geo.ts';
import { numberOrNull, type Row, textOf, textOrNull } from '../../lib/row.ts';
import type { Airport } from '../../tracking/model.ts';

/** How far from a place its airport may be, in nautical miles. */
export const nearNm = 10;

/** An airport from these columns of a row; a code without a row of its own keeps what is known. */
export function toAirport(row: Row, icao: string, name: string, lat: string, lon: string): Airport {
  return {
    icao: textOf(row, icao),
    name: textOrNull(row, name),
    lat: numberOrNull(row, lat),
    lon: numberOrNull(row, lon),
  };
}

/** The nearest of these airports within 10 nm of the place; null for none. */
export function nearestOf(
  airports: readonly Airport[],
  place: { readonly lat: number; readonly lon: number },
): Airport | null {
  const placed = airports.flatMap((airport) => {
    const { lat, lon } = airport;
    return lat === null || lon === null ? [] : [{ airport, nm: distanceNm(place, { lat, lon }) }];
  });
  const [nearest] = placed.filter(({ nm }) => nm <= nearNm).sort((one, other) => one.nm - other.nm);
  return nearest?.airport ?? null;
}
