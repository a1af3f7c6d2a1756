import { flagOf, type Row, textOf, textOrNull } from '../../lib/row.ts';
import type { Airline, ListedAirport } from '../../tracking/desk-model.ts';
import { toAirport } from './airports.ts';
import type { Tables } from './tables.ts';

/** Airports that are read at once: all of them together would keep others waiting. */
const slice = 2_000;
const columns = 'a.id, a.name, a.lat, a.lon, a.iata, a.country, a.hub';

/** Every airport, and those that a bid of this pilot names, also where the crew center has deleted it or never knew it; by code. */
export async function listAirports(tables: Tables, pilotId: string): Promise<readonly ListedAirport[]> {
  const all: ListedAirport[] = [];
  for (let part: readonly Row[] | null = null; part === null || part.length === slice; ) {
    part = await tables.rows(
      `SELECT ${columns} FROM {airports} a WHERE {?a.airports.deleted_at} IS NULL AND a.id > ? ORDER BY a.id LIMIT ${slice}`,
      [all.at(-1)?.icao ?? ''],
    );
    all.push(...part.map(toListed));
  }
  const known = new Set(all.map(({ icao }) => icao));
  const named = (await readNamed(tables, pilotId)).map(toListed).filter(({ icao }) => !known.has(icao));
  return [...all, ...named].sort((one, other) => (one.icao < other.icao ? -1 : 1));
}

function readNamed(tables: Tables, pilotId: string): Promise<readonly Row[]> {
  const named = 'SELECT CODE FROM {bids} b JOIN {flights} f ON f.id = b.flight_id WHERE b.user_id = ?';
  const codes = ['dpt', 'arr', 'alt'].map((end) => named.replace('CODE', `f.${end}_airport_id AS id`)).join(' UNION ');
  return tables.rows(
    `SELECT n.${columns.slice(2)} FROM (${codes}) n LEFT JOIN {airports} a ON a.id = n.id WHERE n.id <> ''`,
    [pilotId, pilotId, pilotId],
  );
}

function toListed(row: Row): ListedAirport {
  return {
    ...toAirport(row, 'id', 'name', 'lat', 'lon'),
    iata: textOrNull(row, 'iata') || null,
    country: textOrNull(row, 'country') || null,
    isHub: flagOf(row, 'hub'),
  };
}

/** Those in service. @param linkOf - the address of a logo; null for what is none */
export async function listAirlines(
  tables: Tables,
  linkOf: (kept: string | null) => string | null,
): Promise<readonly Airline[]> {
  const rows = await tables.rows(
    `SELECT a.id, a.icao, a.iata, a.name, a.country, a.logo FROM {airlines} a
     WHERE {?a.airlines.deleted_at} IS NULL AND a.active = 1 ORDER BY a.icao`,
  );
  return rows.map((row) => ({
    id: textOf(row, 'id'),
    icao: textOf(row, 'icao'),
    iata: textOrNull(row, 'iata') || null,
    name: textOf(row, 'name'),
    country: textOrNull(row, 'country') || null,
    logoUrl: linkOf(textOrNull(row, 'logo')),
  }));
}
