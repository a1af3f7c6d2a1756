import type { Row } from '../../lib/row.ts';
import type { Airport } from '../../tracking/model.ts';
import { nearestOf, nearNm, toAirport } from '../seven/airports.ts';
import type { CrewCenter } from './crew-center.ts';

/** In SQL: the airport of the schedule `f` that is not used any more, the departure first; NULL when there is none. */
export const retiredPlace = `(SELECT x.id FROM airports x WHERE x.id IN (f.dpt_airport_id, f.arr_airport_id)
  AND x.deleted_at IS NOT NULL ORDER BY x.id = f.arr_airport_id LIMIT 1)`;

/** The airport of this code, whatever the case, or the nearest one within 10 nm of this place. */
export function findAirport(
  crewCenter: CrewCenter,
  where: { readonly icao: string } | { readonly lat: number; readonly lon: number },
): Airport | null {
  if (!('icao' in where)) return nearestAirport(crewCenter, where);
  const row = crewCenter.get('SELECT * FROM airports WHERE id = ? AND deleted_at IS NULL', where.icao.toUpperCase());
  return row === null ? null : toKnown(row);
}

function nearestAirport(crewCenter: CrewCenter, place: { readonly lat: number; readonly lon: number }): Airport | null {
  const dLat = nearNm / 60;
  const rows = crewCenter.all(
    'SELECT * FROM airports WHERE deleted_at IS NULL AND lat BETWEEN ? AND ?',
    place.lat - dLat,
    place.lat + dLat,
  );
  return nearestOf(rows.map(toKnown), place);
}

const toKnown = (row: Row) => toAirport(row, 'id', 'name', 'lat', 'lon');
