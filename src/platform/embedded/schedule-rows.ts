import { type Row, textOf, textOrNull } from '../../lib/row.ts';
import { objectOf } from '../../lib/table.ts';
import type { CrewCenter } from './crew-center.ts';
import { type ScheduleColumn, scheduleColumns } from './schedule-csv.ts';

export type ScheduleCells = Readonly<Record<ScheduleColumn, string>>;

const select = `SELECT f.*, l.icao AS airline,
  (SELECT group_concat(type, ';') FROM (SELECT s.type FROM flight_subfleet b JOIN subfleets s ON s.id = b.subfleet_id
    WHERE b.flight_id = f.id AND s.deleted_at IS NULL ORDER BY s.type)) AS subfleets
  FROM flights f LEFT JOIN airlines l ON l.id = f.airline_id WHERE f.deleted_at IS NULL AND f.owner_id IS NULL`;

/** Returns every schedule as the cells of a CSV file, by airline and number; the import reads them back unchanged. */
export function listScheduleCells(crewCenter: CrewCenter): readonly ScheduleCells[] {
  const rows = crewCenter.all(`${select} ORDER BY l.icao, f.flight_number, f.route_leg, f.id`);
  return rows.map(toCells);
}

/** Returns the cells of one schedule. */
export function readScheduleCells(crewCenter: CrewCenter, id: string): ScheduleCells {
  const row = crewCenter.get(`${select} AND f.id = ?`, id);
  if (row === null) throw new Error(`schedule ${id} is missing`);
  return toCells(row);
}

const columnNames: Partial<Record<ScheduleColumn, string>> = {
  dpt_airport: 'dpt_airport_id',
  arr_airport: 'arr_airport_id',
  alt_airport: 'alt_airport_id',
};

function toCells(row: Row): ScheduleCells {
  const cell = (column: ScheduleColumn) =>
    column === 'days' ? daysOf(row) : (textOrNull(row, columnNames[column] ?? column) ?? '');
  return objectOf<ScheduleCells>(scheduleColumns, cell);
}

/** The mask as digits, Monday 1 to Sunday 7. */
function daysOf(row: Row): string {
  const mask = row.days === null ? 0 : Number(textOf(row, 'days'));
  return ['1', '2', '3', '4', '5', '6', '7'].filter((_, index) => (mask & (1 << index)) !== 0).join('');
}
