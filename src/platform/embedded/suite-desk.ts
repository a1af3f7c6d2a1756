import type { DatabaseSync } from 'node:sqlite';
import { textOf, textOrNull } from '../../lib/row.ts';
import type { DeskView } from '../suite.ts';

/** Bookings of the embedded crew center seen by plain SQL, for the platform suite. */
export function deskView(database: DatabaseSync): DeskView {
  const all = (sql: string, ...values: (string | number)[]) => database.prepare(sql).all(...values);
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
  };
}
