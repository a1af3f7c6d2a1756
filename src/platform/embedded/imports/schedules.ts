import { textOf } from '../../../lib/row.ts';
import { objectOf } from '../../../lib/table.ts';
import type { CrewCenter } from '../crew-center.ts';
import { requireNoOpenFlight } from '../open-flight.ts';
import { checkScheduleCells, type ScheduleRow, scheduleColumns, scheduleFile } from '../schedule-csv.ts';
import { readScheduleCells, type ScheduleCells } from '../schedule-rows.ts';
import { findTwin, insertSchedule, nameChecker, replaceSchedule } from '../schedule-store.ts';
import type { Cells, ImportKind } from './kind.ts';

const whole = (cells: Cells): ScheduleCells =>
  objectOf<ScheduleCells>(scheduleColumns, (column) => cells[column] ?? '');
const rowOf = (cells: Cells) => checkScheduleCells(whole(cells)).row;

/** Files of schedules: one that has airline, number, airports, code and leg of another is that one. */
export const scheduleImports: ImportKind = {
  name: 'schedules',
  one: 'flight',
  columns: scheduleFile,
  keptWhenEmpty: ['flight_type', 'active', 'level'],
  defaults: whole({ flight_type: 'J', active: '1', level: '0' }),
  checker(crewCenter) {
    const unknownOf = nameChecker(crewCenter);
    const codes = new Map<string, string>();
    const icaoOf = (code: string) => {
      const known = codes.get(code) ?? airlineOf(crewCenter, code);
      codes.set(code, known);
      return known;
    };
    return (cells) => {
      const { row, problems } = checkScheduleCells(whole(cells));
      const all = problems.length > 0 ? problems : unknownOf(row);
      return { cells: all.length > 0 ? cells : cellsOf({ ...row, airline: icaoOf(row.airline) }), problems: all };
    };
  },
  keyOf: ({ airline, flight_number, dpt_airport, arr_airport, route_code, route_leg }) =>
    [airline, flight_number, dpt_airport, arr_airport, route_code, route_leg].join(' '),
  nameOf: ({ airline = '', flight_number = '', dpt_airport = '', arr_airport = '' }) =>
    `${airline}${flight_number} ${dpt_airport}–${arr_airport}`,
  find(crewCenter, cells) {
    const { row, problems } = checkScheduleCells(whole(cells));
    return problems.length > 0 ? null : findTwin(crewCenter, row);
  },
  read(crewCenter, id) {
    const row = crewCenter.get('SELECT 1 FROM flights WHERE id = ? AND deleted_at IS NULL AND owner_id IS NULL', id);
    return row === null ? null : sorted(readScheduleCells(crewCenter, id));
  },
  insert: (crewCenter, cells) => insertSchedule(crewCenter, rowOf(cells)),
  replace: (crewCenter, id, cells) => replaceSchedule(crewCenter, id, rowOf(cells)),
  refersBy: 'flight_id',
  remove(crewCenter, id) {
    requireNoOpenFlight(crewCenter, 'schedule', id, 'The schedule');
    crewCenter.run('DELETE FROM flight_subfleet WHERE flight_id = ?', id);
    crewCenter.run('DELETE FROM flights WHERE id = ?', id);
  },
};

function airlineOf(crewCenter: CrewCenter, code: string): string {
  const sql = 'SELECT icao FROM airlines WHERE deleted_at IS NULL AND ? IN (icao, iata) ORDER BY id';
  const row = crewCenter.get(sql, code);
  return row === null ? code : textOf(row, 'icao');
}

/** The cells of a checked row, spelled as the export does. */
function cellsOf(row: ScheduleRow): Cells {
  const { days, subfleets } = row;
  const texts = Object.entries(row).map(([name, value]) => [name, value === null ? '' : String(value)] as const);
  const digits = Array.from({ length: 7 }, (_, day) => (((days ?? 0) >> day) & 1 ? String(day + 1) : ''));
  return sorted({ ...Object.fromEntries(texts), days: digits.join(''), subfleets: subfleets.join(';') });
}

/** Subfleets have no order. */
function sorted(cells: Cells): Cells {
  const types = (cells.subfleets ?? '').split(';').filter((type) => type !== '');
  return { ...cells, subfleets: [...new Set(types)].sort().join(';') };
}
