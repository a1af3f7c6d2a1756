import type { DatabaseSync } from 'node:sqlite';
import { distanceNm } from '../../../lib/geo.ts';
import { numberOf, type Row, textOf } from '../../../lib/row.ts';
import type { Airport, FreeFlight, Plan } from '../../../tracking/model.ts';
import { Refusal } from '../../../tracking/refusals.ts';
import { lookUpAircraft } from './fleet.ts';

const nearNm = 10;

export function findAirport(
  database: DatabaseSync,
  where: { readonly icao: string } | { readonly lat: number; readonly lon: number },
): Airport | null {
  if ('icao' in where) {
    const row = database.prepare('SELECT * FROM airports WHERE icao = ?').get(where.icao.trim().toUpperCase());
    return row === undefined ? null : toAirport(row);
  }
  const reach = nearNm / 60;
  const rows = database
    .prepare('SELECT * FROM airports WHERE lat BETWEEN ? AND ?')
    .all(where.lat - reach, where.lat + reach);
  const placed = rows.map(toAirport).map((airport) => ({ airport, nm: distanceNm(airport, where) }));
  return placed.filter(({ nm }) => nm <= nearNm).sort((a, b) => a.nm - b.nm)[0]?.airport ?? null;
}

function toAirport(row: Row): Airport & { readonly lat: number; readonly lon: number } {
  return { icao: textOf(row, 'icao'), name: textOf(row, 'name'), lat: numberOf(row, 'lat'), lon: numberOf(row, 'lng') };
}

/** @throws Refusal `invalid` naming every field that is wrong */
export function planFreeFlight(database: DatabaseSync, pilotId: string, flight: FreeFlight): Plan {
  const own = database.prepare('SELECT code FROM pilots WHERE pilotid = ?').get(pilotId);
  const code = flight.airline?.trim().toUpperCase() ?? (own === undefined ? '' : textOf(own, 'code'));
  const airline = database.prepare('SELECT id FROM airlines WHERE code = ?').get(code);
  const asked = flight.flightNumber.trim().toUpperCase();
  const flightNumber = asked.startsWith(code) && asked !== code ? asked.slice(code.length) : asked;
  const departure = findAirport(database, { icao: flight.departure });
  const arrival = findAirport(database, { icao: flight.arrival });
  const aircraft = lookUpAircraft(database, pilotId, flight);
  const wrong: Record<string, string> = {};
  if (airline === undefined) wrong.airline = 'is not an airline of this crew center';
  if (!/^[A-Z0-9]{1,10}$/.test(flightNumber)) wrong.flightNumber = 'must have 1 to 10 letters and digits';
  if (departure === null) wrong.departure = 'is not an airport of this crew center';
  if (arrival === null) wrong.arrival = 'is not an airport of this crew center';
  if (aircraft === null)
    wrong[flight.registration === null ? 'aircraft' : 'registration'] = 'is not an aircraft in service';
  if (airline === undefined || departure === null || arrival === null || aircraft === null || 'flightNumber' in wrong) {
    throw new Refusal('invalid', {
      message: 'The crew center does not accept this flight. Correct the fields listed in `fields`.',
      fields: wrong,
    });
  }
  const ident = code + flightNumber;
  const { route } = flight;
  const names = { airlineId: textOf(airline, 'id'), airlineCode: code, flightNumber, ident, callsign: ident };
  return { ...nothingPlanned, ...names, departure, arrival, aircraft, route };
}

const nothingPlanned = {
  scheduleId: null,
  alternate: null,
  route: null,
  distanceNm: null,
  flightType: null,
  routeCode: null,
  routeLeg: null,
  plannedFlightTimeMin: null,
  departureTime: null,
  arrivalTime: null,
} satisfies Partial<Plan>;
