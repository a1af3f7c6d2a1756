import type { DatabaseSync } from 'node:sqlite';
import bcrypt from 'bcryptjs';
import { flagOf, numberOf, textOf } from '../../../src/lib/row.ts';
import { newId } from '../../../src/lib/tokens.ts';
import { standings } from '../../../src/platform/embedded/pilots.ts';
import { toSqlTime } from '../../../src/platform/seven/sql-time.ts';
import type { HostView } from '../../../src/platform/suite.ts';
import { deskView } from './suite-desk.ts';
import { pirepOfRow } from './suite-pirep.ts';

/** The embedded crew center seen by plain SQL through a connection of its own, for the platform suite. */
export function hostView(database: DatabaseSync): HostView {
  return { ...readingView(database), ...changingView(database), desk: deskView(database) };
}

function readingView(database: DatabaseSync) {
  const all = (sql: string, ...values: (string | number)[]) => database.prepare(sql).all(...values);
  return {
    async listPireps(pilotId) {
      const rows = all(
        'SELECT * FROM pireps WHERE user_id = ? AND deleted_at IS NULL ORDER BY created_at, id',
        pilotId,
      );
      return rows.map((row) => pirepOfRow(row, textOfPirep(database, textOf(row, 'id'))));
    },
    async listBids(pilotId) {
      return all('SELECT id FROM bids WHERE user_id = ?', pilotId).map((row) => textOf(row, 'id'));
    },
    async readStatistics(pilotId) {
      const [row] = all('SELECT flights, flight_time FROM users WHERE id = ?', pilotId);
      return row === undefined
        ? null
        : { flights: numberOf(row, 'flights'), flightTimeMin: numberOf(row, 'flight_time') };
    },
    async isOnMap({ pirepId }) {
      const since = toSqlTime(Date.now() - 12 * 3_600_000);
      const [row] = all(
        `SELECT count(*) AS n FROM pireps WHERE id = ? AND state = 0 AND deleted_at IS NULL AND updated_at >= ?`,
        pirepId ?? '',
        since,
      );
      return row !== undefined && flagOf(row, 'n');
    },
    async readTrack({ pirepId }) {
      const rows = all('SELECT lat, lon FROM acars WHERE pirep_id = ? AND type = 0 ORDER BY "order"', pirepId ?? '');
      return rows.map((row) => ({ lat: numberOf(row, 'lat'), lon: numberOf(row, 'lon') }));
    },
    async readEvents({ pirepId }) {
      const rows = all('SELECT log FROM acars WHERE pirep_id = ? AND type = 2 ORDER BY "order"', pirepId ?? '');
      return rows.map((row) => textOf(row, 'log'));
    },
  } satisfies Partial<HostView>;
}

/** What happens in the host beside us. */
function changingView(database: DatabaseSync) {
  const run = async (sql: string, ...values: (string | number | null)[]) => {
    database.prepare(sql).run(...values);
  };
  return {
    async beginPirep(pilotId, bidId) {
      const id = newId();
      await run(
        `INSERT INTO pireps (id, user_id, airline_id, aircraft_id, flight_id, flight_number, dpt_airport_id,
           arr_airport_id, source, state, created_at, updated_at)
         SELECT ?, b.user_id, f.airline_id, b.aircraft_id, f.id, f.flight_number, f.dpt_airport_id, f.arr_airport_id,
           0, 0, ?, ? FROM bids b JOIN flights f ON f.id = b.flight_id WHERE b.id = ? AND b.user_id = ?`,
        ...[id, toSqlTime(Date.now()), toSqlTime(Date.now()), bidId, pilotId],
      );
      return id;
    },
    deletePirep: (id) => run('DELETE FROM pireps WHERE id = ?', id),
    cancelPirep: (id) => run(`UPDATE pireps SET state = 3, status = 'DX' WHERE id = ?`, id),
    deleteBid: (id) => run('DELETE FROM bids WHERE id = ?', id),
    deletePilot: (id) => run(`UPDATE users SET deleted_at = '2026-01-01 00:00:00' WHERE id = ?`, id),
    setStanding: (id, standing) => run('UPDATE users SET state = ? WHERE id = ?', standings.indexOf(standing), id),
    setPassword: (id, password) => run('UPDATE users SET password = ? WHERE id = ?', bcrypt.hashSync(password, 4), id),
    removeAircraft: (id) => run(`UPDATE aircraft SET deleted_at = '2026-01-01 00:00:00' WHERE id = ?`, id),
  } satisfies Partial<HostView>;
}

function textOfPirep(database: DatabaseSync, pirepId: string): string {
  const rows = database
    .prepare(
      `SELECT coalesce(notes, '') || ' ' || coalesce(route, '') AS text FROM pireps WHERE id = ?
       UNION ALL SELECT name || ' ' || coalesce(value, '') FROM pirep_field_values WHERE pirep_id = ?
       UNION ALL SELECT comment FROM pirep_comments WHERE pirep_id = ?
       UNION ALL SELECT log FROM acars WHERE pirep_id = ? AND log IS NOT NULL`,
    )
    .all(pirepId, pirepId, pirepId, pirepId);
  return rows.map((row) => textOf(row, 'text')).join('\n');
}
