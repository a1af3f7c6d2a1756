import type { MysqlRow } from '../../lib/mysql.ts';
import type { Fare, ScheduleDetails } from '../../tracking/model.ts';
import { classFare } from './class-fare.ts';
import type { FiveHost, FiveTable } from './host.ts';
import { cargoInLb } from './host-settings.ts';
import { numberOf, textOf } from './rows.ts';
import { detailsOf as readDetails } from './schedule-details.ts';

/** Columns of `schedules s` with `planJoins`, as `readPlan` takes them. */
export function planColumns(host: FiveHost): string {
  const wanted = ['code', 'flightnum', 'depicao', 'arricao', 'route', 'distance', 'deptime', 'arrtime'];
  const own = presentColumns(host.tables.schedules, 's', [...wanted, 'flighttime', 'flighttype', 'price']);
  const load = presentColumns(host.tables.aircraft, 'a', ['maxpax', 'maxcargo']);
  return `s.id AS scheduleId, ${[own, load].filter((each) => each !== '').join(', ')},
    a.id AS aircraftId, a.icao AS aircraftIcao, a.name AS aircraftName, a.registration, l.id AS airlineId,
    dep.id AS depId, dep.name AS depName, dep.lat AS depLat, dep.lng AS depLng,
    arr.id AS arrId, arr.name AS arrName, arr.lat AS arrLat, arr.lng AS arrLng`;
}

/** Columns of `schedules s` for `detailsOf`, to follow others: each with a comma before it. */
export function detailColumns({ tables }: FiveHost): string {
  const own = presentColumns(tables.schedules, 's', ['flightlevel', 'daysofweek', 'notes']);
  return own === '' ? '' : `, ${own}`;
}

export function detailsOf(row: MysqlRow): ScheduleDetails {
  const { flightlevel, daysofweek, notes } = row;
  return readDetails({ flightlevel: textOf(flightlevel), daysofweek: textOf(daysofweek), notes: textOf(notes) });
}

/** What a schedule names: an aircraft, airline or airport that is gone leaves the row.
 * @param aircraftId - column that holds the aircraft's id */
export function planJoins(host: FiveHost, aircraftId: string): string {
  const { aircraft, airports, airlines } = host.tables;
  return `LEFT JOIN ${aircraft.quoted} a ON a.id = ${aircraftId}
    LEFT JOIN ${airlines.quoted} l ON l.code = s.code
    LEFT JOIN ${airports.quoted} dep ON dep.icao = s.depicao
    LEFT JOIN ${airports.quoted} arr ON arr.icao = s.arricao`;
}

/** Those of the columns that this fork has; others came over the years, and read as undefined. */
export function presentColumns(table: FiveTable, alias: string, names: readonly string[]): string {
  return names
    .filter((name) => table.columns.has(name))
    .map((name) => `${alias}.\`${name}\``)
    .join(', ');
}

/** Whether the chosen aircraft is kept in the bid, as a booking add-on has it. */
export function keepsAircraft(host: FiveHost): boolean {
  return host.tables.bids.columns.has('aircraftid');
}

/** What is sold on the schedule of a row with `planColumns`. */
export function faresOf({ settings }: FiveHost, row: MysqlRow): readonly Fare[] {
  const flightType = textOf(row.flighttype);
  const price = numberOf(row.price) ?? 0;
  const isCargo = flightType.toUpperCase() === 'C';
  return classFare({
    flightType,
    seats: numberOf(row.maxpax) ?? 0,
    cargoLb: Math.round(cargoInLb(settings, numberOf(row.maxcargo) ?? 0)),
    price: isCargo ? price / cargoInLb(settings, 1) : price,
  });
}
