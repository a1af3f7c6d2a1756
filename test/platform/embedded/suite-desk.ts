import type { DatabaseSync } from 'node:sqlite';
import { textOf, textOrNull } from '../../../src/lib/row.ts';
import { toSqlTime } from '../../../src/platform/seven/sql-time.ts';
import type { DeskView } from '../../../src/platform/suite.ts';

/** Bookings of the embedded crew center seen by plain SQL, for the platform suite. */
export function deskView(database: DatabaseSync): DeskView {
  const all = (sql: string, ...values: (string | number)[]) => database.prepare(sql).all(...values);
  const run = async (sql: string, ...values: (string | number)[]) => void database.prepare(sql).run(...values);
  return {
    async listSchedules() {
      const rows = all('SELECT id FROM flights WHERE active = 1 AND visible = 1 AND deleted_at IS NULL');
      return rows.map((row) => textOf(row, 'id'));
    },
    hasSchedule: async (id) => all('SELECT 1 FROM flights WHERE id = ? AND deleted_at IS NULL', id).length > 0,
    async readBid(id) {
      const [row] = all('SELECT * FROM bids WHERE id = ?', id);
      if (row === undefined) return null;
      return {
        pilotId: textOf(row, 'user_id'),
        scheduleId: textOf(row, 'flight_id'),
        aircraftId: textOrNull(row, 'aircraft_id'),
      };
    },
    setFiledAt: (id, at) => run('UPDATE pireps SET submitted_at = ? WHERE id = ?', toSqlTime(at), id),
    comment: (id, text) =>
      run(
        'INSERT INTO pirep_comments (pirep_id, user_id, comment) SELECT id, user_id, ? FROM pireps WHERE id = ?',
        text,
        id,
      ),
    async listFleet() {
      const rows = all(`SELECT id FROM aircraft WHERE status = 'A' AND deleted_at IS NULL`);
      return rows.map((row) => textOf(row, 'id'));
    },
    listAirlines: async () => all('SELECT icao FROM airlines WHERE active = 1').map((row) => textOf(row, 'icao')),
    countAirports: async () => all('SELECT id FROM airports').length,
    postNews: ({ title, body, at }) =>
      run('INSERT INTO news (subject, body, created_at) VALUES (?, ?, ?)', title, body, toSqlTime(at)),
  };
}
