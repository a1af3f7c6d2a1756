import { textOf, textOrNull } from '../../../src/lib/row.ts';
import { toSqlTime } from '../../../src/platform/seven/sql-time.ts';
import type { DeskView } from '../../../src/platform/suite.ts';
import type { Tables } from './rest-tables.ts';

/** What the cases of the desk see and do, by plain SQL. */
export function deskView(tables: Tables): DeskView {
  const run = async (sql: string, ...values: string[]) => {
    await tables.run(sql, values);
  };
  const idsOf = async (sql: string, ...values: string[]) =>
    (await tables.rows(sql, values)).map((row) => textOf(row, 'id'));
  return {
    /** As the platform's page of flights shows them to a pilot whose rank restricts the fleet. */
    listSchedules: async (pilotId) =>
      idsOf(
        `SELECT f.id FROM {flights} f JOIN {airlines} a ON a.id = f.airline_id AND a.active = 1
         WHERE f.${(await tables.columns('flights')).has('enabled') ? 'enabled' : 'active'} = 1 AND f.visible = 1 AND f.deleted_at IS NULL
           AND (f.id NOT IN (SELECT flight_id FROM {flight_subfleet}) OR f.id IN (SELECT s.flight_id FROM {flight_subfleet} s
             JOIN {subfleet_rank} r ON r.subfleet_id = s.subfleet_id JOIN {users} u ON u.rank_id = r.rank_id WHERE u.id = ?))`,
        pilotId,
      ),
    async hasSchedule(id) {
      return (await tables.rows('SELECT id FROM {flights} WHERE id = ? AND deleted_at IS NULL', [id])).length > 0;
    },
    async readBid(id) {
      const [row] = await tables.rows('SELECT user_id, flight_id, aircraft_id FROM {bids} WHERE id = ?', [id]);
      if (row === undefined) return null;
      const [pilotId, scheduleId] = [textOf(row, 'user_id'), textOf(row, 'flight_id')];
      return { pilotId, scheduleId, aircraftId: textOrNull(row, 'aircraft_id') };
    },
    setFiledAt: (id, at) => run('UPDATE {pireps} SET submitted_at = ? WHERE id = ?', toSqlTime(at), id),
    comment: (id, text) =>
      run('INSERT INTO {pirep_comments} (pirep_id, user_id, comment, created_at) VALUES (?, 13, ?, NOW())', id, text),
    listFleet: () => idsOf(`SELECT id FROM {aircraft} WHERE status = 'A' AND deleted_at IS NULL`),
    listAirlines: () => idsOf('SELECT icao AS id FROM {airlines} WHERE active = 1 AND deleted_at IS NULL'),
    async countAirports() {
      return (await tables.rows('SELECT id FROM {airports} WHERE deleted_at IS NULL')).length;
    },
    postNews: ({ title, body, at }) =>
      run('INSERT INTO {news} (user_id, subject, body, created_at) VALUES (13, ?, ?, ?)', title, body, toSqlTime(at)),
  };
}
