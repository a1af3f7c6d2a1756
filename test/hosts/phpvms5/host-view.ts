import { createHash } from 'node:crypto';
import type { Mysql, MysqlRow } from '../../../src/lib/mysql.ts';
import type { HostView, PirepInHost } from '../../../src/platform/suite.ts';

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
        : { flights: Number(row.totalflights), flightTimeMin: Number(row.totalhours) * 60 };
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
