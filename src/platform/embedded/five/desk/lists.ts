import type { DatabaseSync } from 'node:sqlite';
import { flagOf, numberOf, textOf, textOrNull } from '../../../../lib/row.ts';
import type { Airline, FleetAircraft, ListedAirport, NewsItem } from '../../../../tracking/desk-model.ts';
import { fromSqlTime } from '../../../seven/sql-time.ts';
import { rankLevelOf, toAircraft } from '../fleet.ts';

/** Every airport, and those that a bid of this pilot names although the crew center does not know them. */
export function listAirports(database: DatabaseSync, pilotId: string): readonly ListedAirport[] {
  const rows = database.prepare('SELECT icao, name, country, lat, lng, hub FROM airports').all();
  const known = rows.map((row) => ({
    icao: textOf(row, 'icao'),
    name: textOf(row, 'name'),
    lat: numberOf(row, 'lat'),
    lon: numberOf(row, 'lng'),
    iata: null,
    country: textOf(row, 'country') || null,
    isHub: flagOf(row, 'hub'),
  }));
  const unknown = database
    .prepare(
      `SELECT icao FROM (
         SELECT s.depicao AS icao, b.pilotid FROM bids b JOIN schedules s ON s.id = b.routeid
         UNION SELECT s.arricao, b.pilotid FROM bids b JOIN schedules s ON s.id = b.routeid)
       WHERE CAST(pilotid AS TEXT) = ? AND icao NOT IN (SELECT icao FROM airports)`,
    )
    .all(pilotId);
  const nothing = { name: null, lat: null, lon: null, iata: null, country: null, isHub: false };
  return [...known, ...unknown.map((row) => ({ icao: textOf(row, 'icao'), ...nothing }))];
}

/** All aircraft in service, and those of this pilot's bids. */
export function listFleet(database: DatabaseSync, pilotId: string): readonly FleetAircraft[] {
  const level = rankLevelOf(database, pilotId);
  const rows = database
    .prepare(
      `SELECT c.*, r.rank FROM aircraft c LEFT JOIN ranks r ON r.rankid = c.minrank
       WHERE c.enabled = 1 OR CAST(c.id AS TEXT) IN (SELECT s.aircraft FROM bids b JOIN schedules s ON s.id = b.routeid
         WHERE CAST(b.pilotid AS TEXT) = ?) ORDER BY c.registration, c.id`,
    )
    .all(pilotId);
  return rows.map((row) => ({
    ...toAircraft(row),
    subfleet: null,
    airport: null,
    serviceCeilingFt: null,
    maxPassengers: numberOf(row, 'maxpax') || null,
    maxCargoLb: numberOf(row, 'maxcargo') || null,
    minRank: textOrNull(row, 'rank'),
    isAllowed: flagOf(row, 'enabled') && numberOf(row, 'ranklevel') <= level,
  }));
}

export function listAirlines(database: DatabaseSync): readonly Airline[] {
  const rows = database.prepare('SELECT id, code, name FROM airlines WHERE enabled = 1 ORDER BY name, id').all();
  return rows.map((row) => ({
    id: textOf(row, 'id'),
    icao: textOf(row, 'code'),
    iata: null,
    name: textOf(row, 'name'),
    country: null,
    logoUrl: null,
  }));
}

export function readNews(database: DatabaseSync, limit: number): readonly NewsItem[] {
  const rows = database.prepare('SELECT * FROM news ORDER BY postdate DESC, id DESC LIMIT ?').all(limit);
  return rows.map((row) => ({
    title: textOf(row, 'subject'),
    body: textOf(row, 'body'),
    author: textOf(row, 'postedby'),
    postedAt: fromSqlTime(textOrNull(row, 'postdate')),
  }));
}
