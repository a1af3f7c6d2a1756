import type { MysqlRow, MysqlValue } from '../../lib/mysql.ts';
import type { Bid } from '../../tracking/model.ts';
import type { Bridge } from './bridge.ts';
import { type Host, isKey } from './host.ts';
import { numberOf, readPlan, textOf } from './rows.ts';

/** Newest first; a bid that cannot be flown says why. */
export async function listBids(host: Host, pilotId: string): Promise<readonly Bid[]> {
  if (!isKey(pilotId)) return [];
  const rows = await selectBids(host, 'b.pilotid = ? ORDER BY b.bidid DESC', [pilotId]);
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

async function selectBids(host: Host, where: string, values: readonly MysqlValue[]): Promise<readonly MysqlRow[]> {
  const { bids, schedules, aircraft, airports, airlines } = host.tables;
  // A booking add-on keeps the chosen aircraft in the bid.
  const aircraftId = bids.columns.has('aircraftid') ? 'b.aircraftid' : 's.aircraft';
  return host.mysql.rows(
    `SELECT b.bidid, b.routeid, ${aircraftId} AS wantedAircraft, s.id AS scheduleId, ${scheduleColumns(host)},
        a.id AS aircraftId, a.icao AS aircraftIcao, a.name AS aircraftName, a.registration, l.id AS airlineId,
        dep.id AS depId, dep.name AS depName, dep.lat AS depLat, dep.lng AS depLng,
        arr.id AS arrId, arr.name AS arrName, arr.lat AS arrLat, arr.lng AS arrLng
      FROM ${bids.quoted} b
        LEFT JOIN ${schedules.quoted} s ON s.id = b.routeid
        LEFT JOIN ${aircraft.quoted} a ON a.id = ${aircraftId}
        LEFT JOIN ${airlines.quoted} l ON l.code = s.code
        LEFT JOIN ${airports.quoted} dep ON dep.icao = s.depicao
        LEFT JOIN ${airports.quoted} arr ON arr.icao = s.arricao
      WHERE ${where}`,
    values,
  );
}

/** Columns came over the years; an old fork may lack some. */
function scheduleColumns(host: Host): string {
  const wanted = ['code', 'flightnum', 'depicao', 'arricao', 'route', 'distance', 'deptime', 'arrtime'];
  const { columns } = host.tables.schedules;
  return [...wanted, 'flighttime', 'flighttype']
    .filter((name) => columns.has(name))
    .map((name) => `s.${name}`)
    .join(', ');
}

function readBid(host: Host, row: MysqlRow): Bid {
  return {
    id: textOf(row.bidid),
    plan: readPlan(host.settings, row),
    aircraftChoices: [],
    blocked: whyBlocked(row),
    fares: [],
    briefing: null,
  };
}

function whyBlocked(row: MysqlRow): string | null {
  if (row.scheduleId === null) return `Its schedule (${numberOf(row.routeid)}) is no longer in the crew center.`;
  if (row.aircraftId === null) {
    return `Its aircraft (${textOf(row.wantedAircraft) || 'none'}) is not in the crew center; the staff has to give the schedule another one.`;
  }
  return null;
}
