import { textOf } from '../../lib/row.ts';
import { objectOf } from '../../lib/table.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { BidService } from './bid-service.ts';
import type { CrewCenter } from './crew-center.ts';
import { requireNoOpenFlight } from './open-flight.ts';
import { checkScheduleCells, type ScheduleColumn, type ScheduleRow, scheduleColumns } from './schedule-csv.ts';

import { findSchedule } from './schedule-lookup.ts';
import { readScheduleCells, type ScheduleCells } from './schedule-rows.ts';
import { findTwin, insertSchedule, nameChecker, replaceSchedule } from './schedule-store.ts';

/** Adds a schedule. Returns its id. @throws Refusal `invalid` naming the columns, also when there is one of the same flight */
export function addSchedule(crewCenter: CrewCenter, cells: Partial<ScheduleCells>): Promise<string> {
  return crewCenter.write(() => {
    const row = checkedRow(crewCenter, { ...emptyCells, ...cells });
    const twin = findTwin(crewCenter, row);
    if (twin !== null) throw sameFlight(twin);
    return insertSchedule(crewCenter, row);
  });
}

const emptyCells = objectOf<ScheduleCells>(scheduleColumns, () => '');

/**
 * Changes columns of a schedule, which are checked like those of an imported file; an empty text clears one.
 * @param wanted - id or ident
 * @throws Refusal `not-found`, `invalid` naming the columns, also when it would be the same flight as another schedule
 */
export function editSchedule(
  crewCenter: CrewCenter,
  wanted: string,
  changes: Partial<Record<ScheduleColumn, string>>,
): Promise<ScheduleCells> {
  return crewCenter.write(() => {
    const id = findSchedule(crewCenter, wanted, { isActive: false });
    const stored = readScheduleCells(crewCenter, id);
    const row = checkedRow(crewCenter, { ...stored, ...changes }, stored);
    const twin = findTwin(crewCenter, row);
    if (twin !== null && twin !== id) throw sameFlight(twin);
    replaceSchedule(crewCenter, id, row);
    return readScheduleCells(crewCenter, id);
  });
}

/**
 * Removes a schedule with its bids; like in version 7 its row stays, marked as deleted (app/Services/FlightService.php,
 * deleteFlight). Returns its id and the number of bids. @throws Refusal `not-found`, `flight-open`
 */
export function removeSchedule(
  crewCenter: CrewCenter,
  wanted: string,
): Promise<{ readonly id: string; readonly bids: number }> {
  return crewCenter.write((emit) => {
    const id = findSchedule(crewCenter, wanted, { isActive: false });
    requireNoOpenFlight(crewCenter, 'schedule', id, wanted);
    const bids = crewCenter.all('SELECT id FROM bids WHERE flight_id = ? ORDER BY id', id);
    const service = new BidService(crewCenter, emit);
    for (const bid of bids) service.remove(textOf(bid, 'id'));
    const now = crewCenter.now();
    crewCenter.run('UPDATE flights SET deleted_at = ?, updated_at = ? WHERE id = ?', now, now, id);
    return { id, bids: bids.length };
  });
}

/** Version 7 takes any text as a time: one that is stored and stays is no problem. */
const anyText: readonly (string | null)[] = ['dpt_time', 'arr_time'] satisfies ScheduleColumn[];

function checkedRow(crewCenter: CrewCenter, cells: ScheduleCells, stored: Partial<ScheduleCells> = {}): ScheduleRow {
  const { row, problems: found } = checkScheduleCells(cells);
  const stays = (column: ScheduleColumn) => anyText.includes(column) && cells[column] === stored[column];
  const problems = found.filter(({ column }) => !scheduleColumns.some((name) => name === column && stays(name)));
  const all = problems.length > 0 ? problems : nameChecker(crewCenter)(row);
  if (all.length === 0) return row;
  throw invalid(Object.fromEntries(all.map(({ column, problem }) => [column ?? 'file', problem])));
}

function sameFlight(twin: string): Refusal {
  return invalid({ flight_number: `the schedule ${twin} is the same flight. Enter another number, code or leg.` });
}

function invalid(fields: Readonly<Record<string, string>>): Refusal {
  const message = Object.entries(fields)
    .map(([column, problem]) => `${column}: ${problem}`)
    .join(' ');
  return new Refusal('invalid', { message, fields });
}
