import type { MysqlRow } from '../../lib/mysql.ts';
import { hoursAndMinutes, phaseWord } from '../five/flight-words.ts';
import { isKey } from '../five/host.ts';
import { distanceInUnits } from '../five/host-settings.ts';
import { plainCode, plainLine, plainRoute } from '../five/plain-text.ts';
import { numberOf, textOf } from '../five/rows.ts';
import type { LiveRow } from '../port.ts';
import type { Host } from './host.ts';
import { type ColumnValues, completeInsert, expression, now } from './statements.ts';
import { quoteName } from './tables.ts';

/**
 * One row a pilot, as the platform's own map reads it (core/common/ACARSData.class.php, GetACARSData). There is no unique key:
 * a second row of a pilot, left by parallel first reports of another client, is taken away. `messagelog` holds our flight's id,
 * so that the end of one flight does not take another one off the map; its feed leaves that column out.
 */
export async function deliverLive(host: Host, rows: readonly LiveRow[]): Promise<void> {
  const flying = rows.filter((row) => isKey(row.flight.pilotId));
  if (flying.length === 0) return;
  const pilotIds = flying.map((row) => row.flight.pilotId);
  const { idByPilot, surplus } = await readRowIds(host, pilotIds);
  const airports = await readAirportNames(host, flying);
  const { acarsdata } = host.tables;
  if (surplus.length > 0) {
    const marks = surplus.map(() => '?').join(', ');
    await host.mysql.run(`DELETE FROM ${acarsdata.quoted} WHERE id IN (${marks})`, surplus);
  }
  const values = flying.map((row) => ({
    id: idByPilot.get(row.flight.pilotId) ?? null,
    ...liveValues(host, row, airports),
  }));
  for (let first = 0; first < values.length; first += rowsPerStatement) {
    const insert = await completeInsert(host.mysql, acarsdata, values.slice(first, first + rowsPerStatement));
    const updates = Object.keys(values[0] ?? {})
      .filter((name) => name !== 'id' && acarsdata.columns.has(name))
      .map((name) => `${quoteName(name)} = VALUES(${quoteName(name)})`);
    await host.mysql.run(`${insert.sql} ON DUPLICATE KEY UPDATE ${updates.join(', ')}`, insert.values);
  }
}

const rowsPerStatement = 100;
/** An arrival later than tomorrow is not known; of a date far enough there is no time at all. */
const dayMin = 24 * 60;
/** Of the row on the map, and `source` of the PIREP. */
export const client = 'Tracker';

async function readRowIds(host: Host, pilotIds: readonly string[]) {
  const marks = pilotIds.map(() => '?').join(', ');
  const rows = await host.mysql.rows(
    `SELECT id, pilotid FROM ${host.tables.acarsdata.quoted} WHERE pilotid IN (${marks}) ORDER BY id`,
    pilotIds,
  );
  const idByPilot = new Map<string, number>();
  const surplus: number[] = [];
  for (const row of rows) {
    const [pilotId, id] = [textOf(row.pilotid), numberOf(row.id) ?? 0];
    if (idByPilot.has(pilotId)) surplus.push(id);
    else idByPilot.set(pilotId, id);
  }
  return { idByPilot, surplus };
}

/** What its pages show as the airports' names, by ICAO code. */
async function readAirportNames(host: Host, rows: readonly LiveRow[]): Promise<ReadonlyMap<string, string>> {
  const codes = [...new Set(rows.flatMap(({ flight, arrival }) => [flight.plan.departure.icao, arrival.icao]))];
  const marks = codes.map(() => '?').join(', ');
  const found: readonly MysqlRow[] = await host.mysql.rows(
    `SELECT icao, name FROM ${host.tables.airports.quoted} WHERE icao IN (${marks})`,
    codes,
  );
  return new Map(found.map((row) => [textOf(row.icao).toUpperCase(), textOf(row.name)]));
}

function liveValues(host: Host, row: LiveRow, airports: ReadonlyMap<string, string>): ColumnValues {
  const { position, flight, arrival } = row;
  const { plan } = flight;
  return {
    pilotid: flight.pilotId,
    pilotname: plainLine(row.pilot.name),
    flightnum: plan.ident,
    // Its map finds the aircraft by registration (GetACARSData joins on it), whatever other clients write here.
    aircraft: plainCode(flight.aircraft?.registration ?? plan.aircraft?.registration ?? ''),
    lat: position.lat.toFixed(6),
    lng: position.lon.toFixed(6),
    // The map shows lib/images/inair/<heading>.png, and those are 0 … 359.
    heading: ((Math.round(position.headingDeg ?? 0) % 360) + 360) % 360,
    alt: String(Math.max(-99_999, Math.min(999_999, Math.round(position.altitudeMslFt ?? 0)))),
    gs: Math.round(position.groundSpeedKt ?? 0),
    depicao: plan.departure.icao,
    depapt: airports.get(plan.departure.icao) ?? '',
    arricao: arrival.icao,
    arrapt: airports.get(arrival.icao) ?? '',
    deptime: expression('TIME(FROM_UNIXTIME(?))', Math.floor(flight.startedAt / 1000)),
    timeremaining: row.minutesToGo === null ? '' : hoursAndMinutes(row.minutesToGo),
    arrtime:
      row.minutesToGo === null
        ? '00:00:00'
        : expression('TIME(NOW() + INTERVAL ? MINUTE)', Math.max(0, Math.min(dayMin, Math.round(row.minutesToGo)))),
    route: plainRoute(plan.route ?? ''),
    route_details: '',
    distremain:
      row.distanceToGoNm === null ? '' : String(Math.round(distanceInUnits(host.settings, row.distanceToGoNm))),
    phasedetail: phaseWord(row.phase),
    online: '',
    messagelog: flight.id,
    lastupdate: now,
    client,
  };
}

/** Off the map; a row that another flight or client has taken over meanwhile stays. */
export async function clearLive(host: Host, flight: { readonly id: string; readonly pilotId: string }): Promise<void> {
  if (!isKey(flight.pilotId)) return;
  await host.mysql.run(
    `DELETE FROM ${host.tables.acarsdata.quoted} WHERE pilotid = ? AND messagelog = ? AND client = ?`,
    [flight.pilotId, flight.id, client],
  );
}
