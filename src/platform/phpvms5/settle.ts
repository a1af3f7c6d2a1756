import type { MysqlSession } from '../../lib/mysql.ts';
import { numberOf, textOf } from '../five/rows.ts';
import type { HostFlight } from '../port.ts';
import type { Filing } from './filing-form.ts';
import type { Host } from './host.ts';
import { removeCharter } from './settle-schedule.ts';
import { completeInsert, now } from './statements.ts';

/**
 * What goes with a filed PIREP, each part only where it is missing: after the platform's own function this mends what it does
 * not do (the exact bid, custom fields) or does wrong (texts escaped twice); after a crash it finishes what was begun;
 * idempotent.
 */
export async function settleFiling(
  session: MysqlSession,
  host: Host,
  flight: HostFlight,
  pirepId: string,
  filing: Filing,
): Promise<void> {
  await settleLog(session, host, pirepId, filing);
  await settleComment(session, host, flight.pilotId, pirepId, filing);
  await settleFields(session, host, pirepId, filing);
  await closeBid(session, host, flight);
}

/** 2.1.936 escapes the log twice, and a fork may write it in another charset than its tables have. */
async function settleLog(session: MysqlSession, host: Host, pirepId: string, filing: Filing): Promise<void> {
  const { quoted, columns } = host.tables.pireps;
  if (!columns.has('log')) return;
  await session.run(`UPDATE ${quoted} SET log = ? WHERE pirepid = ? AND log <> ?`, [filing.log, pirepId, filing.log]);
}

/** 5.5.x escapes a comment twice, and a fork may write it in another charset than its tables have. */
async function settleComment(
  session: MysqlSession,
  host: Host,
  pilotId: string,
  pirepId: string,
  filing: Filing,
): Promise<void> {
  const table = host.tables.pirepcomments;
  if (table === null || filing.comment === '') return;
  const [row] = await session.rows(
    `SELECT id, comment FROM ${table.quoted} WHERE pirepid = ? AND pilotid = ? ORDER BY id LIMIT 1`,
    [pirepId, pilotId],
  );
  if (row !== undefined && textOf(row.comment) === filing.comment) return;
  if (row !== undefined) {
    await session.run(`UPDATE ${table.quoted} SET comment = ? WHERE id = ?`, [filing.comment, numberOf(row.id)]);
    return;
  }
  const insert = await completeInsert(session, table, [
    { pirepid: pirepId, pilotid: pilotId, comment: filing.comment, postdate: now },
  ]);
  await session.run(insert.sql, insert.values);
}

async function settleFields(session: MysqlSession, host: Host, pirepId: string, filing: Filing): Promise<void> {
  const table = host.tables.pirepvalues;
  if (table === null || filing.fields.size === 0) return;
  const rows = await session.rows(`SELECT fieldid FROM ${table.quoted} WHERE pirepid = ?`, [pirepId]);
  const present = new Set(rows.map((row) => numberOf(row.fieldid)));
  const missing = [...filing.fields].filter(([fieldId]) => !present.has(fieldId));
  if (missing.length === 0) return;
  const values = missing.map(([fieldid, value]) => ({ fieldid, pirepid: pirepId, value }));
  const insert = await completeInsert(session, table, values);
  await session.run(insert.sql, insert.values);
}

/** The flight's own bid, the mark on its schedule (`schedules.bidid` hides a schedule that is bid on), and a charter's schedule. */
async function closeBid(session: MysqlSession, host: Host, flight: HostFlight): Promise<void> {
  if (flight.bidId === null) return;
  const { bids, schedules } = host.tables;
  const [row] = await session.rows(`SELECT routeid FROM ${bids.quoted} WHERE bidid = ? AND pilotid = ?`, [
    flight.bidId,
    flight.pilotId,
  ]);
  if (row !== undefined) {
    await session.run(`DELETE FROM ${bids.quoted} WHERE bidid = ? AND pilotid = ?`, [flight.bidId, flight.pilotId]);
  }
  const scheduleId = row === undefined ? flight.plan.scheduleId : textOf(row.routeid);
  if (scheduleId === null) return;
  if (schedules.columns.has('bidid')) {
    const ours = [scheduleId, flight.bidId];
    await session.run(`UPDATE ${schedules.quoted} SET bidid = 0 WHERE id = ? AND bidid = ?`, ours);
  }
  await removeCharter(session, host, scheduleId);
}

/** A filed PIREP makes its pilot active again and dates `lastpirep`, which the platform's auto-retire looks at. */
export async function settlePilot(session: MysqlSession, host: Host, pilotId: string, pirepId: string): Promise<void> {
  const { pilots, pireps } = host.tables;
  await session.run(
    `UPDATE ${pilots.quoted} SET retired = 0,
        lastpirep = GREATEST(lastpirep, (SELECT submitdate FROM ${pireps.quoted} WHERE pirepid = ?))
      WHERE pilotid = ?`,
    [pirepId, pilotId],
  );
}

/** The groups that the platform gives an active pilot and takes from him (PILOT_STATUS_TYPES, 0). */
export async function settleGroups(session: MysqlSession, host: Host, pilotId: string): Promise<void> {
  const { groups, groupmembers } = host.tables;
  if (groups === null || groupmembers === null || host.settings.canLoginByRetired === null) return;
  await session.run(
    `DELETE FROM ${groupmembers.quoted} WHERE pilotid = ?
      AND groupid IN (SELECT groupid FROM ${groups.quoted} WHERE name = 'Inactive Pilots')`,
    [pilotId],
  );
  const [row] = await session.rows(
    `SELECT g.groupid, m.id FROM ${groups.quoted} g
      LEFT JOIN ${groupmembers.quoted} m ON m.groupid = g.groupid AND m.pilotid = ?
      WHERE g.name = 'Active Pilots' LIMIT 1`,
    [pilotId],
  );
  if (row === undefined || row.id !== null) return;
  const insert = await completeInsert(session, groupmembers, [{ groupid: numberOf(row.groupid), pilotid: pilotId }]);
  await session.run(insert.sql, insert.values);
}

/** The line on its front page (5.5.x); the table is MyISAM there and stands outside every transaction. */
export async function settleActivity(
  session: MysqlSession,
  host: Host,
  pilotId: string,
  pirepId: string,
  filing: Filing,
): Promise<void> {
  const table = host.tables.activityfeed;
  if (table === null) return;
  const rows = await session.rows(`SELECT id FROM ${table.quoted} WHERE refid = ? AND type = 1 LIMIT 1`, [pirepId]);
  if (rows.length > 0) return;
  const message = `has filed a PIREP from ${filing.depicao} to ${filing.arricao}`;
  const insert = await completeInsert(session, table, [
    { pilotid: pilotId, refid: pirepId, type: 1, message, submitdate: now },
  ]);
  await session.run(insert.sql, insert.values);
}
