import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../../lib/clock.ts';
import { inTransaction, withoutSync } from '../../../lib/sqlite.ts';
import { hoursAndMinutes, phaseWord } from '../../five/flight-words.ts';
import { plainCode, plainLine } from '../../five/plain-text.ts';
import type { HostFlight, LiveRow } from '../../port.ts';
import { toSqlTime } from '../../seven/sql-time.ts';

/** Client name of the row on the map, and `source` of a PIREP. */
export const client = 'Tracker';

/** Replaces one row per pilot, all or none. Does not wait for the disk, because the next report repeats it. */
export function deliverLive(database: DatabaseSync, clock: Clock, rows: readonly LiveRow[]): void {
  withoutSync(database, () => {
    inTransaction(database, () => replaceAll(database, toSqlTime(clock.now()), rows));
  });
}

function replaceAll(database: DatabaseSync, now: string, rows: readonly LiveRow[]): void {
  const replace = database.prepare(
    `INSERT OR REPLACE INTO acarsdata (pilotid, flightnum, pilotname, aircraft, lat, lng, heading, alt, gs, depicao, arricao,
       timeremaining, distremain, phasedetail, messagelog, lastupdate, client) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const { flight, pilot, position, phase, arrival, distanceToGoNm, minutesToGo } of rows) {
    replace.run(
      flight.pilotId,
      flight.plan.ident,
      plainLine(pilot.name),
      plainCode(flight.aircraft?.registration ?? ''),
      position.lat.toFixed(6),
      position.lon.toFixed(6),
      ((Math.round(position.headingDeg ?? 0) % 360) + 360) % 360,
      String(Math.round(position.altitudeMslFt ?? 0)),
      Math.round(position.groundSpeedKt ?? 0),
      flight.plan.departure.icao,
      arrival.icao,
      minutesToGo === null ? '' : hoursAndMinutes(minutesToGo),
      distanceToGoNm === null ? '' : String(Math.round(distanceToGoNm)),
      phaseWord(phase),
      flight.id,
      now,
      client,
    );
  }
}

/** Removes a flight from the map; a row that another flight has taken over is kept. */
export function clearLive(database: DatabaseSync, flight: HostFlight): void {
  database
    .prepare('DELETE FROM acarsdata WHERE CAST(pilotid AS TEXT) = ? AND messagelog = ?')
    .run(flight.pilotId, flight.id);
}
