import type { DatabaseSync } from 'node:sqlite';
import type { Bid } from '../../../tracking/model.ts';
import { ofPilot, readBid, selectBids } from '../../five/bids.ts';
import { hostOf } from './host.ts';

/** Newest first; a bid that cannot be flown says why. */
export function listBids(database: DatabaseSync, pilotId: string): readonly Bid[] {
  const host = hostOf(database);
  const rows = database.prepare(selectBids(host, ofPilot)).all(pilotId);
  return rows.map((row) => readBid(host, row));
}

/** Returns what the platform calls the latest bid: the oldest that can be flown (`ORDER BY bidid ASC LIMIT 1` in every known fork). */
export function latestBid(
  database: DatabaseSync,
  pilotId: string,
): { readonly bid: Bid | null; readonly blocked: string | null } {
  const bids = listBids(database, pilotId);
  const bid = bids.findLast((each) => each.blocked === null) ?? null;
  return { bid, blocked: bid === null ? (bids.at(-1)?.blocked ?? null) : null };
}

/** Removes what the pilot has on this schedule, and with the last bid on a charter the charter. */
export function removeBidsOn(database: DatabaseSync, pilotId: string, scheduleId: string): void {
  database.prepare('DELETE FROM bids WHERE CAST(pilotid AS TEXT) = ? AND routeid = ?').run(pilotId, scheduleId);
  const { changes } = database
    .prepare('DELETE FROM tracker_charters WHERE scheduleid = ? AND scheduleid NOT IN (SELECT routeid FROM bids)')
    .run(scheduleId);
  if (changes > 0) database.prepare('DELETE FROM schedules WHERE id = ?').run(scheduleId);
}
