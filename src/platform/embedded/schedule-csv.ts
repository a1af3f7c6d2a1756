import { readTimeOfDay } from '../../lib/instant-text.ts';
import type { FileColumns } from './imports/csv-lines.ts';
import type { CellProblem } from './imports/kind.ts';

/** The checked cells of a schedule. Empty ones are null. */
export interface ScheduleRow {
  readonly airline: string;
  readonly flight_number: number;
  readonly callsign: string | null;
  readonly route_code: string | null;
  readonly route_leg: number | null;
  readonly dpt_airport: string;
  readonly arr_airport: string;
  readonly alt_airport: string | null;
  /** Bit mask, Monday 1 … Sunday 64. */
  readonly days: number | null;
  /** `HH:MM`, followed by `Z` or `L` where the zone was named; what version 7 stored may be any text. */
  readonly dpt_time: string | null;
  readonly arr_time: string | null;
  readonly level: number;
  readonly distance: number | null;
  readonly flight_time: number | null;
  readonly flight_type: string;
  readonly route: string | null;
  readonly notes: string | null;
  readonly active: number;
  readonly subfleets: readonly string[];
}

const required = ['airline', 'flight_number', 'dpt_airport', 'arr_airport'] as const;
const optional = [
  'callsign',
  'route_code',
  'route_leg',
  'alt_airport',
  'days',
  'dpt_time',
  'arr_time',
  'level',
  'distance',
  'flight_time',
  'flight_type',
  'route',
  'notes',
  'active',
  'subfleets',
] as const;
/** Columns of version 7's export that are not used here. */
const ignored = ['load_factor', 'load_factor_variance', 'pilot_pay', 'start_date', 'end_date', 'fares', 'fields'];
export const scheduleColumns: readonly ScheduleColumn[] = [...required, ...optional];

/** The columns of a file of schedules. */
export const scheduleFile: FileColumns = { required, optional, ignored };

export type ScheduleColumn = (typeof required)[number] | (typeof optional)[number];

/** Checks the cells of one schedule. The row is to be used only without problems. */
export function checkScheduleCells(cells: Readonly<Record<ScheduleColumn, string>>): {
  readonly row: ScheduleRow;
  readonly problems: readonly CellProblem[];
} {
  const problems: CellProblem[] = [];
  const row = readRow(new Map(Object.entries(cells).map(([name, text]) => [name, text.trim()])), problems);
  return { row, problems };
}

function readRow(cells: ReadonlyMap<string, string>, problems: CellProblem[]): ScheduleRow {
  const cell = (column: ScheduleColumn) => cells.get(column) ?? '';
  const text = (column: ScheduleColumn, pattern: RegExp, must: string): string | null => {
    const value = cell(column);
    if (value === '' && !required.some((name) => name === column)) return null;
    if (!pattern.test(value)) problems.push({ column, problem: `"${value}" must be ${must}` });
    return value;
  };
  const upper = (column: ScheduleColumn, pattern: RegExp, must: string) =>
    text(column, pattern, must)?.toUpperCase() ?? null;
  const number = (column: ScheduleColumn, pattern: RegExp, must: string): number | null => {
    const value = text(column, pattern, must);
    return value === null ? null : Number(value);
  };
  const time = (column: 'dpt_time' | 'arr_time'): string | null => {
    const value = cell(column) || null;
    const read = value === null ? null : readTimeOfDay(value);
    if (value !== null && read === null)
      problems.push({ column, problem: `"${value}" must be a time of day such as 08:30` });
    return read === null ? value : read.clock + read.zone;
  };
  const icao = [/^[A-Za-z0-9]{3,8}$/, 'an ICAO code'] as const;
  return {
    airline: upper('airline', /^[A-Za-z0-9]{2,5}$/, 'an airline code') ?? '',
    flight_number: number('flight_number', /^\d{1,9}$/, 'a number') ?? 0,
    callsign: upper('callsign', /^[A-Za-z0-9]{1,4}$/, '1 to 4 letters and digits'),
    route_code: upper('route_code', /^[A-Za-z0-9]{1,5}$/, '1 to 5 letters and digits'),
    route_leg: number('route_leg', /^\d{1,9}$/, 'a number'),
    dpt_airport: upper('dpt_airport', ...icao) ?? '',
    arr_airport: upper('arr_airport', ...icao) ?? '',
    alt_airport: upper('alt_airport', ...icao),
    days: readDays(text('days', /^[1-7]{1,7}$/, 'digits of weekdays, Monday 1 to Sunday 7')),
    dpt_time: time('dpt_time'),
    arr_time: time('arr_time'),
    level: number('level', /^\d{1,5}$/, 'a flight level or feet') ?? 0,
    distance: number('distance', /^\d{1,6}(\.\d+)?$/, 'nautical miles'),
    flight_time: number('flight_time', /^\d{1,5}$/, 'minutes'),
    flight_type: upper('flight_type', /^[A-Za-z]$/, 'a letter such as J') ?? 'J',
    route: upper('route', /^.{0,2000}$/su, 'at most 2000 characters'),
    notes: text('notes', /^.{0,2000}$/su, 'at most 2000 characters'),
    active: number('active', /^[01]$/, '1 or 0') ?? 1,
    subfleets: (cell('subfleets') || '').split(';').flatMap((type) => type.trim() || []),
  };
}

function readDays(digits: string | null): number | null {
  if (digits === null) return null;
  return [...new Set(digits)].reduce((mask, digit) => mask | (1 << (Number(digit) - 1)), 0);
}
