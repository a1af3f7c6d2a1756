import type { MysqlRow } from '../../lib/mysql.ts';
import type { Bid, Plan } from '../../tracking/model.ts';
import { type FiveHost, isKey, type Rows } from './host.ts';
import { numberOf, readPlan, textOf } from './rows.ts';
import { detailColumns, detailsOf, faresOf, keepsAircraft, planColumns, planJoins } from './schedule-rows.ts';

/** Of one pilot, newest first. */
export const ofPilot = 'b.pilotid = ? ORDER BY b.bidid DESC';

/** Newest first; a bid that cannot be flown says why. */
export async function listBids(host: FiveHost, pilotId: string): Promise<readonly Bid[]> {
  if (!isKey(pilotId)) return [];
  const rows = await host.mysql.rows(selectBids(host, ofPilot), [pilotId]);
  return rows.map((row) => readBid(host, row));
}

/** This bid when it is the pilot's. */
export async function findBid(session: Rows, host: FiveHost, pilotId: string, bidId: string): Promise<Bid | undefined> {
  if (!isKey(pilotId) || !isKey(bidId)) return undefined;
  const [row] = await session.rows(selectBids(host, 'b.pilotid = ? AND b.bidid = ?'), [pilotId, bidId]);
  return row === undefined ? undefined : readBid(host, row);
}

/** Selects what `readBid` reads. */
export function selectBids(host: FiveHost, where: string): string {
  const { bids, schedules } = host.tables;
  const aircraftId = keepsAircraft(host) ? 'b.aircraftid' : 's.aircraft';
  // Releases of before October 2009 have no such column.
  const bookedAt = bids.columns.has('dateadded') ? 'b.dateadded' : 'NULL';
  return `SELECT b.bidid, b.routeid, ${bookedAt} AS bookedAt, ${aircraftId} AS wantedAircraft, ${planColumns(host)}${detailColumns(host)}
      FROM ${bids.quoted} b LEFT JOIN ${schedules.quoted} s ON s.id = b.routeid ${planJoins(host, aircraftId)}
      WHERE ${where}`;
}

export function readBid(host: FiveHost, row: MysqlRow): Bid {
  return {
    id: textOf(row.bidid),
    plan: { ...readPlan(host.settings, row), ...bookedAtOf(row) },
    ...detailsOf(row),
    aircraftChoices: [],
    blocked: whyBlocked(row),
    fares: faresOf(host, row),
    briefing: null,
  };
}

function bookedAtOf({ bookedAt }: MysqlRow): Pick<Plan, 'bookedAt'> {
  const text = textOf(bookedAt);
  return text === '' ? {} : { bookedAt: text };
}

/** Why what this row books (`routeid`, `scheduleId`, `aircraftId`, `wantedAircraft`) cannot be flown; null when it can. */
export function whyBlocked(row: MysqlRow): string | null {
  if (row.scheduleId === null) return `Its schedule (${numberOf(row.routeid)}) is no longer in the crew center.`;
  if (row.aircraftId === null) {
    return `Its aircraft (${textOf(row.wantedAircraft) || 'none'}) is not in the crew center; the staff has to give the schedule another one.`;
  }
  return null;
}
