import { distanceNm } from '../../lib/geo.ts';
import { numberOf, numberOrNull, type Row, textOf } from '../../lib/row.ts';
import type { Airport } from '../../tracking/model.ts';
import type { CrewCenter } from './crew-center.ts';

/** How far from a place its airport may be, nautical miles. */
const withinNm = 10;

/** The airport of this code, whatever the case, or the nearest one within 10 nm of this place. */
export function findAirport(
  crewCenter: CrewCenter,
  where: { readonly icao: string } | { readonly lat: number; readonly lon: number },
): Airport | null {
  if (!('icao' in where)) return nearestAirport(crewCenter, where);
  const row = crewCenter.get('SELECT * FROM airports WHERE id = ? AND deleted_at IS NULL', where.icao.toUpperCase());
  return row === null ? null : toAirport(row);
}

function nearestAirport(crewCenter: CrewCenter, place: { readonly lat: number; readonly lon: number }): Airport | null {
  const dLat = withinNm / 60;
  const rows = crewCenter.all(
    'SELECT * FROM airports WHERE deleted_at IS NULL AND lat BETWEEN ? AND ?',
    place.lat - dLat,
    place.lat + dLat,
  );
  const near = rows
    .map((row) => ({ row, nm: distanceNm(place, { lat: numberOf(row, 'lat'), lon: numberOf(row, 'lon') }) }))
    .filter((each) => each.nm <= withinNm)
    .sort((one, other) => one.nm - other.nm)[0];
  return near === undefined ? null : toAirport(near.row);
}

function toAirport(row: Row): Airport {
  return {
    icao: textOf(row, 'id'),
    name: textOf(row, 'name'),
    lat: numberOrNull(row, 'lat'),
    lon: numberOrNull(row, 'lon'),
  };
}
