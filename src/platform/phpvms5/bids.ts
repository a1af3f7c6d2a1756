import type { MysqlRow, MysqlSession, MysqlValue } from '../../lib/mysql.ts';
import type { Bid } from '../../tracking/model.ts';
import type { Bridge } from './bridge.ts';
import { type Host, isKey } from './host.ts';
import { numberOf, readPlan, textOf } from './rows.ts';
import { detailColumns, detailsOf, faresOf, keepsAircraft, planColumns, planJoins } from './schedule-rows.ts';

/** Newest first; a bid that cannot be flown says why. */
export async function listBids(host: Host, pilotId: string): Promise<readonly Bid[]> {
  if (!isKey(pilotId)) return [];
  const rows = await selectBids(host.mysql, host, 'b.pilotid = ? ORDER BY b.bidid DESC', [pilotId]);
  return rows.map((row) => readBid(host, row));
}

/**
 * The bid that the platform's own function gives: of those whose schedule and aircraft are there, the oldest
 * (core/common/SchedulesData.class.php, `ORDER BY b.bidid ASC LIMIT 1` in every known fork).
 */
export async function latestBid(
  host: Host,
  bridge: Bridge | null,
  pilotId: string,
): Promise<{ bid: Bid | null; blocked: string | null }> {
  const bids = await listBids(host, pilotId);
  const own = bids.length === 0 ? undefined : await bridge?.latestBid(pilotId);
  const bid = own === undefined ? bids.findLast((each) => each.blocked === null) : bids.find((each) => each.id === own);
  if (bid !== undefined) return { bid, blocked: null };
  const oldest = bids.at(-1);
  return {
    bid: null,
    blocked: oldest === undefined ? null : (oldest.blocked ?? 'The crew center gives none of the pilot’s bids to fly.'),
  };
}

/** This bid when it is the pilot's. */
export async function findBid(
  session: MysqlSession,
  host: Host,
  pilotId: string,
  bidId: string,
): Promise<Bid | undefined> {
  if (!isKey(pilotId) || !isKey(bidId)) return undefined;
  const [row] = await selectBids(session, host, 'b.pilotid = ? AND b.bidid = ?', [pilotId, bidId]);
  return row === undefined ? undefined : readBid(host, row);
}

async function selectBids(
  session: MysqlSession,
  host: Host,
  where: string,
  values: readonly MysqlValue[],
): Promise<readonly MysqlRow[]> {
  const { bids, schedules } = host.tables;
  const aircraftId = keepsAircraft(host) ? 'b.aircraftid' : 's.aircraft';
  return session.rows(
    `SELECT b.bidid, b.routeid, ${aircraftId} AS wantedAircraft, ${planColumns(host)}${detailColumns(host)}
      FROM ${bids.quoted} b LEFT JOIN ${schedules.quoted} s ON s.id = b.routeid ${planJoins(host, aircraftId)}
      WHERE ${where}`,
    values,
  );
}

function readBid(host: Host, row: MysqlRow): Bid {
  return {
    id: textOf(row.bidid),
    plan: readPlan(host.settings, row),
    ...detailsOf(row),
    aircraftChoices: [],
    blocked: whyBlocked(row),
    fares: faresOf(host, row),
    briefing: null,
  };
}

/** Why what this row books (`routeid`, `scheduleId`, `aircraftId`, `wantedAircraft`) cannot be flown; null when it can. */
export function whyBlocked(row: MysqlRow): string | null {
  if (row.scheduleId === null) return `Its schedule (${numberOf(row.routeid)}) is no longer in the crew center.`;
  if (row.aircraftId === null) {
    return `Its aircraft (${textOf(row.wantedAircraft) || 'none'}) is not in the crew center; the staff has to give the schedule another one.`;
  }
  return null;
}
