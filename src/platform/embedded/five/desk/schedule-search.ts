import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { numberOf, type Row, textOf, textOrNull } from '../../../../lib/row.ts';
import type { Page, PageRequest, Schedule, ScheduleFilter } from '../../../../tracking/desk-model.ts';
import { classFare } from '../../../five/class-fare.ts';
import { rankLevelOf } from '../fleet.ts';
import { detailsOfSchedule, planOfSchedule } from '../plans.ts';

type Condition = readonly [sql: string, ...values: SQLInputValue[]];

/** `schedules.flighttime` is hours and minutes with a point between, as `minutesOf` reads it: here in minutes. */
const hours = 'CAST(s.flighttime AS INTEGER)';
const minutesPart = `round((s.flighttime - ${hours}) * 100)`;
const minutes = `CASE WHEN ${minutesPart} > 59 THEN round(s.flighttime * 60) ELSE ${hours} * 60 + ${minutesPart} END`;

/**
 * What a pilot may book here: in service, with an aircraft that is there and that the rank may fly, and without another
 * pilot's bid (DISABLE_SCHED_ON_BID and RESTRICT_AIRCRAFT_RANKS of version 5, both on as it ships).
 */
const bookable = `s.enabled = 1 AND l.enabled = 1 AND c.ranklevel <= ?
  AND (NOT EXISTS (SELECT 1 FROM bids b WHERE b.routeid = s.id)
    OR EXISTS (SELECT 1 FROM bids b WHERE b.routeid = s.id AND CAST(b.pilotid AS TEXT) = ?))`;
const tables = `schedules s JOIN airlines l ON l.code = s.code JOIN aircraft c ON CAST(c.id AS TEXT) = s.aircraft`;

/** Schedules that this pilot can book or has booked, by airline and number. */
export function searchSchedules(
  database: DatabaseSync,
  pilotId: string,
  filter: ScheduleFilter,
  { page, perPage }: PageRequest,
): Page<Schedule> {
  const conditions = conditionsOf(filter);
  const where = [bookable, ...conditions.map(([sql]) => sql)].join(' AND ');
  const values = [rankLevelOf(database, pilotId), pilotId, ...conditions.flatMap(([, ...each]) => each)];
  const count = database.prepare(`SELECT count(*) AS total FROM ${tables} WHERE ${where}`).get(...values);
  const rows = database
    .prepare(
      `SELECT s.*, c.maxpax, c.maxcargo,
         (SELECT max(b.bidid) FROM bids b WHERE b.routeid = s.id AND CAST(b.pilotid AS TEXT) = ?) AS own_bid
       FROM ${tables} WHERE ${where} ORDER BY s.code, CAST(s.flightnum AS INTEGER), s.flightnum, s.id LIMIT ? OFFSET ?`,
    )
    .all(pilotId, ...values, perPage, (page - 1) * perPage);
  const items = rows.map((row) => toSchedule(database, row));
  return { items, page, perPage, total: count === undefined ? 0 : numberOf(count, 'total') };
}

/** The schedule of this id, when this pilot may book it. */
export function bookableRow(database: DatabaseSync, pilotId: string, scheduleId: string): Row | undefined {
  return database
    .prepare(`SELECT s.* FROM ${tables} WHERE ${bookable} AND CAST(s.id AS TEXT) = ?`)
    .get(rankLevelOf(database, pilotId), pilotId, scheduleId);
}

function conditionsOf(filter: ScheduleFilter): readonly Condition[] {
  const { airline, aircraftId, text } = filter;
  const wanted = text?.trim().toUpperCase() ?? '';
  const all: readonly (Condition | null)[] = [
    beginsWith('s.depicao', filter.departure),
    beginsWith('s.arricao', filter.arrival),
    filter.scheduleId == null ? null : ['CAST(s.id AS TEXT) = ?', filter.scheduleId],
    filter.flightNumber == null ? null : ['s.flightnum = ?', filter.flightNumber.trim()],
    airline === null ? null : ['s.code = ?', airline.trim().toUpperCase()],
    wanted === '' ? null : ['instr(upper(s.code || s.flightnum), ?) > 0', wanted],
    aircraftId === null ? null : ['s.aircraft = ?', aircraftId],
    within('s.distance', '>=', filter.minDistanceNm),
    within('s.distance', '<=', filter.maxDistanceNm),
    within(minutes, '>=', filter.minFlightTimeMin),
    within(minutes, '<=', filter.maxFlightTimeMin),
  ];
  return all.filter((each) => each !== null);
}

function beginsWith(column: string, code: string | null): Condition | null {
  const text = code?.trim().toUpperCase() ?? '';
  return text === '' ? null : [`substr(${column}, 1, length(?)) = ?`, text, text];
}

/** A figure of 0 is not known, and is in no range. */
function within(figure: string, sign: '>=' | '<=', limit: number | null): Condition | null {
  return limit === null ? null : [`(${figure} > 0 AND ${figure} ${sign} ?)`, limit];
}

function toSchedule(database: DatabaseSync, row: Row): Schedule {
  const plan = planOfSchedule(database, row);
  return {
    id: textOf(row, 'id'),
    plan,
    ...detailsOfSchedule(row),
    fares: classFare({
      flightType: textOf(row, 'flighttype'),
      seats: numberOf(row, 'maxpax'),
      cargoLb: numberOf(row, 'maxcargo'),
      price: numberOf(row, 'price'),
    }),
    aircraftIds: plan.aircraft === null ? [] : [plan.aircraft.id],
    bidId: textOrNull(row, 'own_bid'),
  };
}
