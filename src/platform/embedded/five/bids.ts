import type { DatabaseSync } from 'node:sqlite';
import { numberOf, type Row, textOf } from '../../../lib/row.ts';
import type { Bid, Fare } from '../../../tracking/model.ts';
import { classFare } from '../../five/class-fare.ts';
import { detailsOfSchedule, planOfSchedule } from './plans.ts';

/** Returns bids, newest first; one whose schedule or aircraft is gone has the reason. */
export function listBids(database: DatabaseSync, pilotId: string): readonly Bid[] {
  const bids = database.prepare('SELECT * FROM bids WHERE CAST(pilotid AS TEXT) = ? ORDER BY bidid DESC').all(pilotId);
  const select = database.prepare('SELECT * FROM schedules WHERE id = ?');
  return bids.flatMap((row): Bid[] => {
    const schedule = select.get(textOf(row, 'routeid'));
    if (schedule === undefined) return [];
    const plan = planOfSchedule(database, schedule);
    const blocked =
      plan.aircraft === null ? `Its aircraft (${textOf(schedule, 'aircraft')}) is not in the crew center.` : null;
    const fares = faresOf(database, schedule);
    const id = textOf(row, 'bidid');
    return [{ id, plan, ...detailsOfSchedule(schedule), aircraftChoices: [], blocked, fares, briefing: null }];
  });
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

function faresOf(database: DatabaseSync, schedule: Row): readonly Fare[] {
  const aircraft = database
    .prepare('SELECT maxpax, maxcargo FROM aircraft WHERE CAST(id AS TEXT) = ?')
    .get(textOf(schedule, 'aircraft'));
  return classFare({
    flightType: textOf(schedule, 'flighttype'),
    seats: aircraft === undefined ? 0 : numberOf(aircraft, 'maxpax'),
    cargoLb: aircraft === undefined ? 0 : numberOf(aircraft, 'maxcargo'),
    price: numberOf(schedule, 'price'),
  });
}
