import type { MysqlSession } from '../../../lib/mysql.ts';
import { inTransaction } from '../../../lib/mysql-session.ts';
import { textOf } from '../../five/rows.ts';
import { keepsAircraft } from '../../five/schedule-rows.ts';
import type { Host } from '../host.ts';
import { markSchedule, removeCharter } from '../settle-schedule.ts';
import { completeInsert, now } from '../statements.ts';

/** What is booked. */
export interface BidWish {
  readonly pilotId: string;
  readonly scheduleId: string;
  /** Null where bids name no aircraft. */
  readonly aircraftId: string | null;
}

/** The pilot's bid on this schedule, the first of several; null when there is none. */
export async function findBidOn(session: MysqlSession, host: Host, wish: BidWish): Promise<string | null> {
  const [row] = await session.rows(
    `SELECT bidid FROM ${host.tables.bids.quoted} WHERE pilotid = ? AND routeid = ? ORDER BY bidid LIMIT 1`,
    [wish.pilotId, wish.scheduleId],
  );
  return textOf(row?.bidid) || null;
}

/** What `SchedulesData::addBid` writes, as far as it is missing: after the platform's own function nothing is. */
export async function completeBid(session: MysqlSession, host: Host, wish: BidWish): Promise<string> {
  return inTransaction(session, async () => {
    const bidId = (await findBidOn(session, host, wish)) ?? (await insertBid(session, host, wish));
    if (keepsAircraft(host) && wish.aircraftId !== null) await setAircraft(session, host, bidId, wish.aircraftId);
    await markSchedule(session, host, wish.scheduleId);
    return bidId;
  });
}

export async function insertBid(session: MysqlSession, host: Host, wish: BidWish): Promise<string> {
  const values = { pilotid: wish.pilotId, routeid: wish.scheduleId, aircraftid: wish.aircraftId, dateadded: now };
  const insert = await completeInsert(session, host.tables.bids, [values]);
  return String((await session.run(insert.sql, insert.values)).insertId);
}

export async function setAircraft(session: MysqlSession, host: Host, bidId: string, aircraftId: string): Promise<void> {
  await session.run(`UPDATE ${host.tables.bids.quoted} SET aircraftid = ? WHERE bidid = ?`, [aircraftId, bidId]);
}

/** What `SchedulesData::removeBid` does, as far as it is not done, and a charter with its bid. */
export async function removeBidRows(
  session: MysqlSession,
  host: Host,
  { bidId, scheduleId }: { readonly bidId: string; readonly scheduleId: string },
): Promise<void> {
  await inTransaction(session, async () => {
    await session.run(`DELETE FROM ${host.tables.bids.quoted} WHERE bidid = ?`, [bidId]);
    await markSchedule(session, host, scheduleId);
    await removeCharter(session, host, scheduleId);
  });
}
