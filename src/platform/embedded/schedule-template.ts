import { type CsvStyle, toCsv } from '../../lib/csv.ts';
import type { CrewCenter } from './crew-center.ts';
import { type ScheduleColumn, scheduleColumns } from './schedule-csv.ts';
import { listScheduleCells, type ScheduleCells } from './schedule-rows.ts';

/** A line that shows each column. Its airline must be replaced: that of nobody is refused by the import. */
export const exampleSchedule: ScheduleCells = {
  airline: 'ABC',
  flight_number: '101',
  dpt_airport: 'LSZH',
  arr_airport: 'EDDF',
  callsign: '1A',
  route_code: '',
  route_leg: '',
  alt_airport: 'EDDS',
  days: '12345',
  dpt_time: '08:30',
  arr_time: '09:40',
  level: '240',
  distance: '155',
  flight_time: '70',
  flight_type: 'J',
  route: 'DEGES DCT KRH',
  notes: 'Example: replace this line',
  active: '1',
  subfleets: '',
};

/** Returns a file to fill in: the columns, and one example. */
export function scheduleTemplate(style: CsvStyle): string {
  return scheduleCsv([exampleSchedule], style);
}

/** Returns every schedule as a file that the import reads. */
export function exportSchedules(crewCenter: CrewCenter, style: CsvStyle): string {
  return scheduleCsv(
    crewCenter.read(() => listScheduleCells(crewCenter)),
    style,
  );
}

function scheduleCsv(rows: readonly ScheduleCells[], style: CsvStyle): string {
  const columns: readonly ScheduleColumn[] = scheduleColumns;
  return toCsv([columns, ...rows.map((row) => columns.map((column) => row[column]))], style);
}
