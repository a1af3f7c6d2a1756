import type { Airport } from '../../tracking/model.ts';
import { nearestOf, nearNm, toAirport } from '../seven/airports.ts';
import type { Database } from './database.ts';

/** The airport of this code (its id is the ICAO code), or the nearest within 10 nm. */
export async function findAirport(
  database: Database,
  where: { readonly icao: string } | { readonly lat: number; readonly lon: number },
): Promise<Airport | null> {
  if ('icao' in where) {
    const rows = await database.rows(
      `SELECT a.id, a.name, a.lat, a.lon FROM {airports} a WHERE a.id = ? AND {?a.airports.deleted_at} IS NULL`,
      [where.icao.trim().toUpperCase()],
    );
    return rows[0] === undefined ? null : toAirport(rows[0], 'id', 'name', 'lat', 'lon');
  }
  return nearestOf(await findNear(database, where), where);
}

async function findNear(database: Database, { lat, lon }: { lat: number; lon: number }): Promise<readonly Airport[]> {
  const dLat = nearNm / 60;
  const dLon = Math.min(180, dLat / Math.max(0.01, Math.cos((lat * Math.PI) / 180)));
  // The longitude is compared on the circle, for airports on both sides of 180°.
  const rows = await database.rows(
    `SELECT a.id, a.name, a.lat, a.lon FROM {airports} a WHERE {?a.airports.deleted_at} IS NULL
     AND a.lat BETWEEN ? AND ? AND ABS(MOD(a.lon - ? + 540, 360) - 180) <= ? LIMIT 100`,
    [lat - dLat, lat + dLat, lon, dLon],
  );
  return rows.map((row) => toAirport(row, 'id', 'name', 'lat', 'lon'));
}
