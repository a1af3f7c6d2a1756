import { createHash } from 'node:crypto';
import type { Mysql, MysqlRow } from '../../../src/lib/mysql.ts';
import type { DeskView, HostView, PirepInHost } from '../../../src/platform/suite.ts';

const states = ['pending', 'accepted', 'rejected', 'open'] as const;

/** A phpVMS 5 by plain SQL, as its own pages ask it. */
export function hostView(sql: Mysql, prefix: string): HostView {
  const table = (name: string) => `\`${prefix}${name}\``;
  const run = async (statement: string, ...values: (string | number)[]) => void (await sql.run(statement, values));
  return {
    listPireps: async (pilotId) => {
      const rows = await sql.rows(`SELECT * FROM ${table('pireps')} WHERE pilotid = ? ORDER BY pirepid`, [pilotId]);
      return Promise.all(rows.map((row) => readPirep(sql, table, row)));
    },
    listBids: async (pilotId) => {
      const rows = await sql.rows(`SELECT bidid FROM ${table('bids')} WHERE pilotid = ?`, [pilotId]);
      return rows.map((row) => String(row.bidid));
    },
    readStatistics: async (pilotId) => {
      const [row] = await sql.rows(`SELECT totalflights, totalhours FROM ${table('pilots')} WHERE pilotid = ?`, [
        pilotId,
      ]);
      return row === undefined
        ? null
        : { flights: Number(row.totalflights), flightTimeMin: minutesOf(String(row.totalhours)) };
    },
    // The joins and the limit of its own map (ACARSData::GetACARSData), which skips rows without a place.
    isOnMap: async (flight) => {
      const rows = await sql.rows(
        `SELECT a.id FROM ${table('acarsdata')} a JOIN ${table('aircraft')} c ON a.aircraft = c.registration
          JOIN ${table('pilots')} p ON a.pilotid = p.pilotid
          WHERE DATE_SUB(NOW(), INTERVAL 720 MINUTE) <= a.lastupdate AND a.lat <> '' AND a.flightnum = ? AND p.pilotid = ?`,
        [flight.plan.ident, flight.pilotId],
      );
      return rows.length > 0;
    },
    readTrack: async () => [],
    readEvents: async () => [],
    beginPirep: async () => null,
    deletePirep: (id) => run(`DELETE FROM ${table('pireps')} WHERE pirepid = ?`, id),
    cancelPirep: null,
    deleteBid: (id) => run(`DELETE FROM ${table('bids')} WHERE bidid = ?`, id),
    deletePilot: (id) => run(`DELETE FROM ${table('pilots')} WHERE pilotid = ?`, id),
    setStanding: (id, standing) =>
      run(
        `UPDATE ${table('pilots')} SET retired = ?, confirmed = 1 WHERE pilotid = ?`,
        standing === 'active' ? 0 : 2,
        id,
      ),
    setPassword: (id, password) => {
      const hash = createHash('md5').update(`${password}pepper`).digest('hex');
      return run(`UPDATE ${table('pilots')} SET password = ?, salt = 'pepper' WHERE pilotid = ?`, hash, id);
    },
    removeAircraft: (id) => run(`DELETE FROM ${table('aircraft')} WHERE id = ?`, id),
    desk: deskView(sql, table),
  };
}

/** Hours and minutes with a point between. */
function minutesOf(hours: string): number {
  const [whole = '0', minutes = '0'] = hours.split('.');
  return Number(whole) * 60 + Number(minutes.padEnd(2, '0'));
}

/** Bookings as its own pages show and hide schedules (core/modules/Schedules/Schedules.php, with the settings that it ships with). */
function deskView(sql: Mysql, table: (name: string) => string): DeskView {
  const run = async (statement: string, ...values: (string | number)[]) => void (await sql.run(statement, values));
  return {
    listSchedules: async (pilotId) => {
      const rows = await sql.rows(
        `SELECT s.id FROM ${table('schedules')} s LEFT JOIN ${table('aircraft')} a ON a.id = s.aircraft WHERE s.enabled = 1
          AND COALESCE(a.ranklevel, 0) <= (SELECT ranklevel FROM ${table('pilots')} WHERE pilotid = ?)
          AND NOT EXISTS (SELECT 1 FROM ${table('bids')} b WHERE b.routeid = s.id AND b.pilotid <> ?)`,
        [pilotId, pilotId],
      );
      return rows.map((row) => String(row.id));
    },
    hasSchedule: async (id) => (await sql.rows(`SELECT id FROM ${table('schedules')} WHERE id = ?`, [id])).length > 0,
    readBid: async (id) => {
      const [row] = await sql.rows(`SELECT * FROM ${table('bids')} WHERE bidid = ?`, [id]);
      if (row === undefined) return null;
      const aircraftId = row.aircraftid === undefined ? null : String(row.aircraftid);
      return { pilotId: String(row.pilotid), scheduleId: String(row.routeid), aircraftId };
    },
    setFiledAt: (id, at) =>
      run(`UPDATE ${table('pireps')} SET submitdate = FROM_UNIXTIME(?) WHERE pirepid = ?`, at / 1000, id),
    comment: (id, text) =>
      run(
        `INSERT INTO ${table('pirepcomments')} (pirepid, pilotid, comment, postdate) VALUES (?, 2, ?, NOW())`,
        id,
        text,
      ),
    listFleet: async () =>
      (await sql.rows(`SELECT id FROM ${table('aircraft')} WHERE enabled = 1`)).map((row) => String(row.id)),
    listAirlines: async () =>
      (await sql.rows(`SELECT code FROM ${table('airlines')} WHERE enabled = 1`)).map((row) => String(row.code)),
    countAirports: async () => (await sql.rows(`SELECT id FROM ${table('airports')}`)).length,
    postNews: ({ title, body, at }) =>
      run(
        `INSERT INTO ${table('news')} (subject, body, postedby, postdate) VALUES (?, ?, 'Bea', FROM_UNIXTIME(?))`,
        title,
        body,
        at / 1000,
      ),
  };
}

async function readPirep(sql: Mysql, table: (name: string) => string, row: MysqlRow): Promise<PirepInHost> {
  const beside = async (name: string, column: string) =>
    (await sql.rows(`SELECT ${column} AS text FROM ${table(name)} WHERE pirepid = ?`, [Number(row.pirepid)])).map(
      (each) => each.text,
    );
  const [hours = '0', minutes = '0'] = String(row.flighttime_stamp).split(':');
  const texts = [
    row.log,
    row.route,
    ...(await beside('pirepcomments', 'comment')),
    ...(await beside('pirepvalues', 'value')),
  ];
  // Figures that are not known are 0 there: its columns take no NULL.
  const known = (value: unknown) => (Number(value) === 0 ? undefined : Number(value));
  return {
    id: String(row.pirepid),
    pilotId: String(row.pilotid),
    state: states[Number(row.accepted)] ?? 'pending',
    flightNumber: String(row.flightnum),
    departure: String(row.depicao),
    arrival: String(row.arricao),
    aircraftId: String(row.aircraft),
    flightTimeMin: known(Number(hours) * 60 + Number(minutes)),
    // Unknown, the platform puts the great circle there itself.
    distanceNm: row.landingrate === 0 ? undefined : known(row.distance),
    fuelUsedLb: known(row.fuelused),
    landingRateFpm: known(row.landingrate),
    blockOffAt: undefined,
    blockOnAt: undefined,
    text: texts.join('\n'),
    isHtml: true,
  };
}
