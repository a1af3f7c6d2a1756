import type { MysqlSession } from '../../lib/mysql.ts';
import { textOf } from '../five/rows.ts';
import type { Host } from './host.ts';

/** Begins the notes of a schedule that was made for one flight of one pilot. */
export const charterNotes = 'Tracker charter flight';
/** Marks schedules that smartCARS 3 creates for charters (its phpVMS 5 handler, flights/charter.php). */
const smartcarsNotes = 'smartCARS Charter Flight';

/** A schedule `s` that is hidden and was made for one flight. */
export const isCharter = `s.enabled = 0 AND (s.notes = '${smartcarsNotes}' OR s.notes LIKE '${charterNotes}%')`;

/** `schedules.bidid` is one of the bids on it, or 0: its own function forgets the bids of others, and those whose aircraft is gone. */
export async function markSchedule(session: MysqlSession, host: Host, scheduleId: string): Promise<void> {
  const { bids, schedules } = host.tables;
  if (!schedules.columns.has('bidid')) return;
  // Not as one statement: `bids` has no index on `routeid`, so an UPDATE that looks into it locks all of it.
  const [row] = await session.rows(`SELECT MIN(bidid) AS bidId FROM ${bids.quoted} WHERE routeid = ?`, [scheduleId]);
  await session.run(`UPDATE ${schedules.quoted} SET bidid = ? WHERE id = ?`, [textOf(row?.bidId) || '0', scheduleId]);
}

/** Removes the schedule if it is a charter's and has no bid. */
export async function removeCharter(session: MysqlSession, host: Host, scheduleId: string): Promise<void> {
  const { bids, schedules } = host.tables;
  const rows = await session.rows(
    `SELECT s.id FROM ${schedules.quoted} s LEFT JOIN ${bids.quoted} b ON b.routeid = s.id
      WHERE s.id = ? AND b.bidid IS NULL AND ${isCharter}`,
    [scheduleId],
  );
  if (rows.length > 0) await session.run(`DELETE FROM ${schedules.quoted} WHERE id = ?`, [scheduleId]);
}

/**
 * Removes charters whose bids the platform has let expire (SchedulesData::deleteExpiredBids leaves the schedule). Not at once:
 * a flight that is under way needs the schedule for its money.
 */
export async function removeStrayCharters(session: MysqlSession, host: Host): Promise<void> {
  const { bids, schedules } = host.tables;
  const rows = await session.rows(
    `SELECT s.id FROM ${schedules.quoted} s LEFT JOIN ${bids.quoted} b ON b.routeid = s.id
      WHERE b.bidid IS NULL AND s.enabled = 0 AND s.notes LIKE '${charterNotes} ____-__-__'
        AND RIGHT(s.notes, 10) < DATE_FORMAT(CURDATE() - INTERVAL ${strayDays} DAY, '%Y-%m-%d') LIMIT 100`,
  );
  for (const row of rows) await session.run(`DELETE FROM ${schedules.quoted} WHERE id = ?`, [textOf(row.id)]);
}

const strayDays = 30;
