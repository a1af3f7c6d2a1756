import { flagOf, textOf, textOrNull } from '../../../lib/row.ts';
import type { Airline, ListedAirport, NewsItem } from '../../../tracking/desk-model.ts';
import { fromSqlTime } from '../../seven/sql-time.ts';
import { toAirport } from '../airports.ts';
import type { Database } from '../database.ts';
import { shortName } from '../short-name.ts';
import { linkOf } from './site-links.ts';

/** Those of the site, and every one that a bid of this pilot names, also where the site has deleted it or never knew it. */
export async function listAirports(database: Database, pilotId: string): Promise<readonly ListedAirport[]> {
  const named = `SELECT CODE FROM {bids} b JOIN {flights} f ON f.id = b.flight_id WHERE b.user_id = ?`;
  const codes = ['dpt', 'arr', 'alt'].map((end) => named.replace('CODE', `f.${end}_airport_id AS id`)).join(' UNION ');
  const rows = await database.rows(
    `SELECT a.id, a.name, a.lat, a.lon, a.iata, a.country, a.hub FROM {airports} a WHERE {?a.airports.deleted_at} IS NULL
     UNION SELECT n.id, a.name, a.lat, a.lon, a.iata, a.country, a.hub FROM (${codes}) n
       LEFT JOIN {airports} a ON a.id = n.id WHERE n.id <> '' ORDER BY id`,
    [pilotId, pilotId, pilotId],
  );
  return rows.map((row) => ({
    ...toAirport(row, 'id', 'name', 'lat', 'lon'),
    iata: textOrNull(row, 'iata') || null,
    country: textOrNull(row, 'country') || null,
    isHub: flagOf(row, 'hub'),
  }));
}

export async function listAirlines(database: Database, siteUrl: string): Promise<readonly Airline[]> {
  const rows = await database.rows(
    `SELECT a.id, a.icao, a.iata, a.name, a.country, a.logo FROM {airlines} a
     WHERE {?a.airlines.deleted_at} IS NULL AND a.active = 1 ORDER BY a.icao`,
  );
  return rows.map((row) => ({
    id: textOf(row, 'id'),
    icao: textOf(row, 'icao'),
    iata: textOrNull(row, 'iata') || null,
    name: textOf(row, 'name'),
    country: textOrNull(row, 'country') || null,
    logoUrl: linkOf(siteUrl, textOrNull(row, 'logo')),
  }));
}

/** Newest first. By SQL, because the site's own API answers 503 while there is none. */
export async function listNews(database: Database, limit: number): Promise<readonly NewsItem[]> {
  const rows = await database.rows(
    `SELECT n.subject, n.body, n.created_at, u.name FROM {news} n LEFT JOIN {users} u ON u.id = n.user_id
     ORDER BY n.created_at DESC, n.id DESC LIMIT ?`,
    [String(limit)],
  );
  return rows.map((row) => ({
    title: textOf(row, 'subject'),
    body: textOf(row, 'body'),
    author: shortName(textOrNull(row, 'name') ?? ''),
    postedAt: fromSqlTime(textOrNull(row, 'created_at')),
  }));
}
