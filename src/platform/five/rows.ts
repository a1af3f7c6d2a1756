import type { MysqlRow } from '../../lib/mysql.ts';
import type { Aircraft, Airport, Plan } from '../../tracking/model.ts';
import { minutesOf } from './flight-words.ts';
import { distanceInNm, type HostSettings } from './host-settings.ts';

/** A column as text; '' for NULL and for a column that this fork lacks. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return Buffer.isBuffer(value) ? value.toString('utf8') : String(value);
}

/** Returns a column as a number; null for NULL, '' and other text. FLOAT columns have seven digits. */
export function numberOf(value: unknown): number | null {
  const number = typeof value === 'number' ? value : Number.parseFloat(textOf(value));
  if (!Number.isFinite(number)) return null;
  return Number.isInteger(number) ? number : Number(number.toPrecision(7));
}

/** The aircraft of a joined row (`aircraftId`, `aircraftIcao`, …); null when the join found none. */
export function readAircraft(row: MysqlRow): Aircraft | null {
  if (row.aircraftId === null || row.aircraftId === undefined) return null;
  return {
    id: textOf(row.aircraftId),
    icao: textOf(row.aircraftIcao) || null,
    name: textOf(row.aircraftName) || null,
    registration: textOf(row.registration) || null,
  };
}

/** The airport of a joined row, whose columns begin with `dep` or `arr`; without name and place when the host does not know it. */
export function readAirport(row: MysqlRow, which: 'dep' | 'arr'): Airport {
  const isKnown = row[`${which}Id`] !== null;
  return {
    icao: textOf(row[`${which}icao`]).toUpperCase(),
    name: isKnown ? textOf(row[`${which}Name`]) || null : null,
    lat: isKnown ? numberOf(row[`${which}Lat`]) : null,
    lon: isKnown ? numberOf(row[`${which}Lng`]) : null,
  };
}

/** A schedule with its joins as what is flown. */
export function readPlan(settings: HostSettings, row: MysqlRow): Plan {
  const code = textOf(row.code);
  const flightNumber = textOf(row.flightnum);
  const distance = numberOf(row.distance) ?? 0;
  return {
    scheduleId: textOf(row.scheduleId) || null,
    airlineId: textOf(row.airlineId) || null,
    airlineCode: code || null,
    flightNumber,
    ident: code + flightNumber,
    callsign: (code + flightNumber).replaceAll(' ', '') || null,
    departure: readAirport(row, 'dep'),
    arrival: readAirport(row, 'arr'),
    alternate: null,
    aircraft: readAircraft(row),
    route: textOf(row.route).trim() || null,
    distanceNm: distance > 0 ? Math.round(distanceInNm(settings, distance) * 10) / 10 : null,
    flightType: textOf(row.flighttype) || null,
    routeCode: null,
    routeLeg: null,
    plannedFlightTimeMin: minutesOf(numberOf(row.flighttime) ?? 0),
    departureTime: textOf(row.deptime).trim() || null,
    arrivalTime: textOf(row.arrtime).trim() || null,
  };
}
