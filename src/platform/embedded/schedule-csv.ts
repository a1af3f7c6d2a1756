import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { separatorOf, withoutGuard } from '../../lib/csv.ts';
import { didYouMean } from '../../lib/nearest.ts';

/** A checked line of the file. Empty cells are null. */
export interface ScheduleRow {
  readonly line: number;
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

export interface ScheduleProblem {
  readonly line: number;
  readonly column: string | null;
  readonly problem: string;
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

export type ScheduleColumn = (typeof required)[number] | (typeof optional)[number];

/** Returns every problem of the file, by line, and the rows of valid lines. */
export function readScheduleRows(csv: string): {
  readonly rows: readonly ScheduleRow[];
  readonly problems: readonly ScheduleProblem[];
} {
  const lines = splitCsv(csv);
  if (!Array.isArray(lines)) return { rows: [], problems: [lines] };
  const [head, ...body] = lines;
  const names = head?.cells.map((name) => name.trim().toLowerCase()) ?? [];
  const problems = checkHeader(names);
  if (problems.length > 0) return { rows: [], problems };
  const rows: ScheduleRow[] = [];
  for (const { line, cells } of body) {
    const found = cells.length === names.length ? [] : [wrongCount(line, names.length, cells.length)];
    const row =
      found.length > 0 ? null : readRow(line, new Map(names.map((name, at) => [name, cells[at] ?? ''])), found);
    problems.push(...found);
    if (row !== null && found.length === 0) rows.push(row);
  }
  return { rows, problems: [...problems, ...repeated(rows)] };
}

/** Checks the cells of one schedule. The row is to be used only without problems. */
export function checkScheduleCells(cells: Readonly<Record<ScheduleColumn, string>>): {
  readonly row: ScheduleRow;
  readonly problems: readonly ScheduleProblem[];
} {
  const problems: ScheduleProblem[] = [];
  const row = readRow(1, new Map(Object.entries(cells).map(([name, text]) => [name, text.trim()])), problems);
  return { row, problems };
}

function splitCsv(csv: string): { line: number; cells: string[] }[] | ScheduleProblem {
  const delimiter = separatorOf(csv);
  const options = {
    bom: true,
    delimiter,
    info: true,
    relaxColumnCount: true,
    skipEmptyLines: true,
    trim: true,
  } as const;
  try {
    const records = parse(csv, options) as unknown as { record: string[]; info: { lines: number } }[];
    return records.map(({ record, info }) => ({ line: info.lines, cells: record.map(withoutGuard) }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { line: typeof error.lines === 'number' ? error.lines : 1, column: null, problem: error.message };
  }
}

function checkHeader(names: readonly string[]): ScheduleProblem[] {
  const missing = required.filter((name) => !names.includes(name));
  const known: readonly string[] = [...scheduleColumns, ...ignored];
  const unknown = names.filter((name) => !known.includes(name));
  return [
    ...missing.map((column) => ({ line: 1, column, problem: 'the first line must name this column' })),
    ...unknown.map((column) => ({
      line: 1,
      column,
      problem: `is not a column.${didYouMean(column, known)} The columns are ${scheduleColumns.join(', ')}`,
    })),
  ];
}

function readRow(line: number, cells: ReadonlyMap<string, string>, problems: ScheduleProblem[]): ScheduleRow {
  const cell = (column: ScheduleColumn) => cells.get(column) ?? '';
  const text = (column: ScheduleColumn, pattern: RegExp, must: string): string | null => {
    const value = cell(column);
    if (value === '' && !required.some((name) => name === column)) return null;
    if (!pattern.test(value)) problems.push({ line, column, problem: `"${value}" must be ${must}` });
    return value;
  };
  const upper = (column: ScheduleColumn, pattern: RegExp, must: string) =>
    text(column, pattern, must)?.toUpperCase() ?? null;
  const number = (column: ScheduleColumn, pattern: RegExp, must: string): number | null => {
    const value = text(column, pattern, must);
    return value === null ? null : Number(value);
  };
  const icao = [/^[A-Za-z0-9]{3,8}$/, 'an ICAO code'] as const;
  return {
    line,
    airline: upper('airline', /^[A-Za-z0-9]{2,5}$/, 'an airline code') ?? '',
    flight_number: number('flight_number', /^\d{1,9}$/, 'a number') ?? 0,
    callsign: upper('callsign', /^[A-Za-z0-9]{1,4}$/, '1 to 4 letters and digits'),
    route_code: upper('route_code', /^[A-Za-z0-9]{1,5}$/, '1 to 5 letters and digits'),
    route_leg: number('route_leg', /^\d{1,9}$/, 'a number'),
    dpt_airport: upper('dpt_airport', ...icao) ?? '',
    arr_airport: upper('arr_airport', ...icao) ?? '',
    alt_airport: upper('alt_airport', ...icao),
    days: readDays(text('days', /^[1-7]{1,7}$/, 'digits of weekdays, Monday 1 to Sunday 7')),
    dpt_time: text('dpt_time', /^.{1,10}$/u, 'at most 10 characters'),
    arr_time: text('arr_time', /^.{1,10}$/u, 'at most 10 characters'),
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

function wrongCount(line: number, expected: number, found: number): ScheduleProblem {
  return { line, column: null, problem: `has ${found} columns, the first line has ${expected}` };
}

function repeated(rows: readonly ScheduleRow[]): readonly ScheduleProblem[] {
  const first = new Map<string, number>();
  return rows.flatMap(({ line, airline, flight_number, dpt_airport, arr_airport, route_code, route_leg }) => {
    const key = JSON.stringify([airline, flight_number, dpt_airport, arr_airport, route_code, route_leg]);
    const before = first.get(key);
    first.set(key, before ?? line);
    return before === undefined ? [] : [{ line, column: null, problem: `is the same flight as line ${before}` }];
  });
}
