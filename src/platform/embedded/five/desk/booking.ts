import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../../../lib/clock.ts';
import { type Row, textOf } from '../../../../lib/row.ts';
import { inTransaction } from '../../../../lib/sqlite.ts';
import type { Bid } from '../../../../tracking/model.ts';
import { Refusal } from '../../../../tracking/refusals.ts';
import { toSqlTime } from '../../../seven/sql-time.ts';
import { listBids, removeBidsOn } from '../bids.ts';
import { rankLevelOf } from '../fleet.ts';

/** @throws Refusal `not-found`, `invalid` naming `aircraft`, `crew-center-refused` */
export function book(
  database: DatabaseSync,
  clock: Clock,
  pilotId: string,
  { scheduleId, aircraftId }: { readonly scheduleId: string; readonly aircraftId: string | null },
): Bid {
  return inTransaction(database, () => {
    const own = database
      .prepare('SELECT bidid FROM bids WHERE CAST(pilotid AS TEXT) = ? AND CAST(routeid AS TEXT) = ? ORDER BY bidid')
      .get(pilotId, scheduleId);
    if (own !== undefined) return readBid(database, pilotId, textOf(own, 'bidid'));
    requirePilot(database, pilotId);
    const schedule = bookableRow(database, pilotId, scheduleId);
    if (schedule === undefined) throw notBookable(database, scheduleId);
    if (aircraftId !== null && aircraftId !== textOf(schedule, 'aircraft')) throw wrongAircraft();
    return placeBid(database, clock, pilotId, scheduleId);
  });
}

/** @throws Refusal `bid-not-found` when it is another pilot's */
export function unbook(database: DatabaseSync, pilotId: string, bidId: string): void {
  inTransaction(database, () => {
    const bid = database.prepare('SELECT pilotid, routeid FROM bids WHERE CAST(bidid AS TEXT) = ?').get(bidId);
    if (bid === undefined) return;
    if (textOf(bid, 'pilotid') !== pilotId) throw new Refusal('bid-not-found', { message: 'You have no such bid.' });
    removeBidsOn(database, pilotId, textOf(bid, 'routeid'));
  });
}

/** As SchedulesData::addBid of version 5; whether it may be made is checked by the caller. */
export function placeBid(database: DatabaseSync, clock: Clock, pilotId: string, scheduleId: string): Bid {
  const { lastInsertRowid } = database
    .prepare('INSERT INTO bids (pilotid, routeid, dateadded) VALUES (?, ?, ?)')
    .run(pilotId, scheduleId, toSqlTime(clock.now()).slice(0, 10));
  return readBid(database, pilotId, String(lastInsertRowid));
}

export function readBid(database: DatabaseSync, pilotId: string, bidId: string): Bid {
  const bid = listBids(database, pilotId).find((each) => each.id === bidId);
  if (bid === undefined) throw new Error(`bid ${bidId} was written and is not there`);
  return bid;
}

/** @throws Refusal `crew-center-refused` */
export function requirePilot(database: DatabaseSync, pilotId: string): void {
  const pilot = database.prepare('SELECT 1 FROM pilots WHERE CAST(pilotid AS TEXT) = ?').get(pilotId);
  if (pilot === undefined) throw new Refusal('crew-center-refused', { message: 'The crew center has no such pilot.' });
}

function notBookable(database: DatabaseSync, scheduleId: string): Refusal {
  const isTaken = database
    .prepare('SELECT 1 FROM schedules s JOIN bids b ON b.routeid = s.id WHERE CAST(s.id AS TEXT) = ? AND s.enabled = 1')
    .get(scheduleId);
  return isTaken === undefined
    ? new Refusal('not-found', { message: 'There is no such schedule that you may fly.' })
    : new Refusal('crew-center-refused', { message: 'Another pilot has a bid on this flight.' });
}

function wrongAircraft(): Refusal {
  const message = 'The schedule is flown with another aircraft.';
  return new Refusal('invalid', { message, fields: { aircraft: message } });
}

/**
 * What a pilot may book here: in service, with an aircraft that is there and that the rank may fly, and without another
 * pilot's bid (DISABLE_SCHED_ON_BID and RESTRICT_AIRCRAFT_RANKS of version 5, both on as it ships).
 */
const bookable = `s.enabled = 1 AND l.enabled = 1 AND c.ranklevel <= ?
  AND (NOT EXISTS (SELECT 1 FROM bids b WHERE b.routeid = s.id)
    OR EXISTS (SELECT 1 FROM bids b WHERE b.routeid = s.id AND CAST(b.pilotid AS TEXT) = ?))`;
const tables = `schedules s JOIN airlines l ON l.code = s.code JOIN aircraft c ON CAST(c.id AS TEXT) = s.aircraft`;

/** The schedule of this id, when this pilot may book it. */
function bookableRow(database: DatabaseSync, pilotId: string, scheduleId: string): Row | undefined {
  return database
    .prepare(`SELECT s.* FROM ${tables} WHERE ${bookable} AND CAST(s.id AS TEXT) = ?`)
    .get(rankLevelOf(database, pilotId), pilotId, scheduleId);
}
