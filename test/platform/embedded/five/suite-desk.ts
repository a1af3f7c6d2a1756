import type { DatabaseSync } from 'node:sqlite';
import { textOf } from '../../../../src/lib/row.ts';
import { toSqlTime } from '../../../../src/platform/seven/sql-time.ts';
import type { DeskView } from '../../../../src/platform/suite.ts';

/** Bookings of the embedded crew center of version 5 seen by plain SQL, for the platform suite. */
export function deskView(database: DatabaseSync): DeskView {
  const all = (sql: string, ...values: (string | number)[]) => database.prepare(sql).all(...values);
  const run = async (sql: string, ...values: (string | number)[]) => void database.prepare(sql).run(...values);
  return {
    async listSchedules(pilotId) {
      const taken = all('SELECT routeid, pilotid FROM bids').filter((bid) => textOf(bid, 'pilotid') !== pilotId);
      const others = taken.map((bid) => bid.routeid);
      const rows = all('SELECT id, aircraft FROM schedules WHERE enabled = 1');
      const above = all('SELECT id FROM aircraft WHERE ranklevel > 0').map((row) => textOf(row, 'id'));
      const shown = rows.filter((row) => !above.includes(textOf(row, 'aircraft')) && !others.includes(row.id ?? null));
      return shown.map((row) => textOf(row, 'id'));
    },
    hasSchedule: async (id) => all('SELECT 1 FROM schedules WHERE id = ?', id).length > 0,
    async readBid(id) {
      const [row] = all(
        'SELECT b.*, s.aircraft FROM bids b JOIN schedules s ON s.id = b.routeid WHERE b.bidid = ?',
        id,
      );
      if (row === undefined) return null;
      const [pilotId, scheduleId] = [textOf(row, 'pilotid'), textOf(row, 'routeid')];
      return { pilotId, scheduleId, aircraftId: textOf(row, 'aircraft') };
    },
    setFiledAt: (id, at) => run('UPDATE pireps SET submitdate = ? WHERE pirepid = ?', toSqlTime(at), id),
    comment: (id, text) =>
      run(`INSERT INTO pirepcomments (pirepid, pilotid, comment, postdate) VALUES (?, 2, ?, '2026-01-02')`, id, text),
    listFleet: async () => all('SELECT id FROM aircraft WHERE enabled = 1').map((row) => textOf(row, 'id')),
    listAirlines: async () => all('SELECT code FROM airlines WHERE enabled = 1').map((row) => textOf(row, 'code')),
    countAirports: async () => all('SELECT id FROM airports').length,
    postNews: ({ title, body, at }) =>
      run(`INSERT INTO news (subject, body, postdate, postedby) VALUES (?, ?, ?, 'Staff')`, title, body, toSqlTime(at)),
  };
}
