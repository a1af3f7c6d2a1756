import { distanceNm } from '../../lib/geo.ts';
import type { MysqlValue } from '../../lib/mysql.ts';
import type { Airport } from '../../tracking/model.ts';
import { numberOf, textOf } from '../five/rows.ts';
import type { Host } from './host.ts';

/** The airport of this ICAO code, or the nearest within 10 nm of this place; null when the host knows none. */
export async function findAirport(
  host: Host,
  wanted: { readonly icao: string } | { readonly lat: number; readonly lon: number },
): Promise<Airport | null> {
  if ('icao' in wanted) {
    const icao = wanted.icao.trim();
    if (!(await host.mayHold('airports', 'icao', icao))) return null;
    return (await selectAirports(host, 'icao = ?', [icao]))[0] ?? null;
  }
  const { lat, lon } = wanted;
  const latReach = nearNm / 60;
  // Near the poles every longitude is near; the box only spares reading all of them.
  const lonReach = Math.min(180, latReach / Math.max(0.01, Math.cos((lat * Math.PI) / 180)));
  const around = [lat - latReach, lat + latReach, lon, lonReach, lon, 360 - lonReach];
  const box = 'lat BETWEEN ? AND ? AND (ABS(lng - ?) <= ? OR ABS(lng - ?) >= ?)';
  const placed = (await selectAirports(host, box, around)).map((airport) => ({
    airport,
    nm: distanceNm({ lat: airport.lat ?? 0, lon: airport.lon ?? 0 }, wanted),
  }));
  const [nearest] = placed.filter(({ nm }) => nm <= nearNm).sort((a, b) => a.nm - b.nm);
  return nearest?.airport ?? null;
}

const nearNm = 10;

async function selectAirports(host: Host, where: string, values: readonly MysqlValue[]): Promise<readonly Airport[]> {
  const { quoted } = host.tables.airports;
  const rows = await host.mysql.rows(`SELECT icao, name, lat, lng FROM ${quoted} WHERE ${where}`, values);
  return rows.map((row) => ({
    icao: textOf(row.icao).toUpperCase(),
    name: textOf(row.name) || null,
    lat: numberOf(row.lat),
    lon: numberOf(row.lng),
  }));
}
