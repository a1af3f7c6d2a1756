import type { Airline, ListedAirport, NewsItem } from '../../tracking/desk-model.ts';
import { type FiveHost, keyOrNobody } from './host.ts';
import { instantOf } from './logbook.ts';
import { readableText } from './readable-text.ts';
import { numberOf, textOf } from './rows.ts';
import { presentColumns } from './schedule-rows.ts';

/** Every airport, and those that a bid of this pilot names although the crew center does not know them; by ICAO code. */
export async function listAirports(host: FiveHost, pilotId: string): Promise<readonly ListedAirport[]> {
  const { airports, bids, schedules } = host.tables;
  const rows = await host.mysql.rows(
    `SELECT ${presentColumns(airports, 'a', ['icao', 'name', 'lat', 'lng', 'country', 'hub'])}
      FROM ${airports.quoted} a ORDER BY a.icao`,
  );
  const booked = await host.mysql.rows(
    `SELECT s.depicao, s.arricao FROM ${bids.quoted} b JOIN ${schedules.quoted} s ON s.id = b.routeid
          WHERE b.pilotid = ?`,
    [keyOrNobody(pilotId)],
  );
  const known = rows.map((row) => ({
    icao: textOf(row.icao).toUpperCase(),
    name: readableText(textOf(row.name)) || null,
    lat: numberOf(row.lat),
    lon: numberOf(row.lng),
    iata: null,
    country: textOf(row.country) || null,
    isHub: numberOf(row.hub) === 1,
  }));
  const codes = new Set(known.map(({ icao }) => icao));
  const named = booked.flatMap((row) => [textOf(row.depicao).toUpperCase(), textOf(row.arricao).toUpperCase()]);
  const unknown = [...new Set(named)].filter((icao) => icao !== '' && !codes.has(icao));
  const nothing = { name: null, lat: null, lon: null, iata: null, country: null, isHub: false };
  return [...known, ...unknown.map((icao) => ({ icao, ...nothing }))];
}

/** Those in service, by name. */
export async function listAirlines(host: FiveHost): Promise<readonly Airline[]> {
  const { quoted, columns } = host.tables.airlines;
  const where = columns.has('enabled') ? 'WHERE enabled = 1' : '';
  const rows = await host.mysql.rows(`SELECT id, code, name FROM ${quoted} ${where} ORDER BY name, id`);
  return rows.map((row) => ({
    id: textOf(row.id),
    icao: textOf(row.code),
    iata: null,
    name: readableText(textOf(row.name)),
    country: null,
    logoUrl: null,
  }));
}

/** Newest first; the body as staff wrote it, which is HTML. */
export async function listNews({ mysql, tables }: FiveHost, limit: number): Promise<readonly NewsItem[]> {
  if (tables.news === null) return [];
  const rows = await mysql.rows(
    `SELECT subject, body, postedby, UNIX_TIMESTAMP(postdate) AS postedAt FROM ${tables.news.quoted}
      ORDER BY postdate DESC, id DESC LIMIT ?`,
    [String(limit)],
  );
  return rows.map((row) => ({
    title: readableText(textOf(row.subject)),
    body: textOf(row.body),
    author: readableText(textOf(row.postedby)),
    postedAt: instantOf(row.postedAt),
  }));
}
