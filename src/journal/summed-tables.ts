import type { DatabaseSync } from 'node:sqlite';
import type { Row } from '../lib/row.ts';
import { isWhole, rowSum, type Stored } from './row-sum.ts';

interface SummedTable {
  /** Those that the sum covers, in this order. Numbers that SQLite assigns are not among them. */
  readonly columns: readonly string[];
  /** Columns that name a row for the operator. */
  readonly name: readonly string[];
  /** The column with the number of the row's flight; null where it belongs to none. */
  readonly flight: string | null;
}

const instants = ['first_position_at', 'last_position_at', 'first_event_at', 'last_event_at'];
const pilot = ['pilot_id', 'pilot_ident', 'pilot_name', 'credential_version'];

/** Every table of the journal. Each has a column `sum`: null in rows of versions before there were sums. */
export const summedTables = {
  texts: { columns: ['id', 'text'], name: ['id'], flight: null },
  reports: { columns: ['number', 'flight', 'body'], name: ['number'], flight: 'flight' },
  chunks: {
    columns: ['flight', 'first_number', 'last_number', ...instants, 'body'],
    name: ['flight', 'first_number'],
    flight: 'flight',
  },
  sealed: { columns: ['flight', 'last_number', 'summary'], name: ['flight'], flight: 'flight' },
  flights: {
    columns: ['number', 'id', 'pilot_id', 'state', 'has_intent', 'ended_at', 'document'],
    name: ['number'],
    flight: 'number',
  },
  flight_pireps: { columns: ['pirep_id', 'flight'], name: ['pirep_id', 'flight'], flight: 'flight' },
  delivered: { columns: ['flight', 'number'], name: ['flight'], flight: 'flight' },
  changes: { columns: ['at', 'kind', 'flight', 'document'], name: ['number'], flight: 'flight' },
  cursors: { columns: ['name', 'number'], name: ['name'], flight: null },
  sessions: {
    columns: ['token_hash', ...pilot, 'created_at', 'expires_at', 'lifetime'],
    name: ['token_hash'],
    flight: null,
  },
  login_failures: { columns: ['at', 'login_hash', 'address', 'account'], name: ['rowid'], flight: null },
  notes: { columns: ['name', 'text'], name: ['name'], flight: null },
  audit: { columns: ['at', 'actor', 'action', 'subject', 'detail'], name: ['id'], flight: null },
} as const satisfies Readonly<Record<string, SummedTable>>;

export type SummedTableName = keyof typeof summedTables;

/** The values of a row, in the order of its columns. */
export type RowValues = readonly Exclude<Stored, bigint>[];
export type InsertRow = (...values: RowValues) => void;

type Verb = 'INSERT' | 'INSERT OR IGNORE' | 'INSERT OR REPLACE';

/** Returns what inserts a row with its sum; the values are those of the table's `columns`. */
export function prepareInsert(database: DatabaseSync, name: SummedTableName, verb: Verb = 'INSERT'): InsertRow {
  const { columns }: SummedTable = summedTables[name];
  const marks = columns.map(() => '?').join(', ');
  const statement = database.prepare(`${verb} INTO ${name} (${columns.join(', ')}, sum) VALUES (${marks}, ?)`);
  return (...values) => void statement.run(...values, rowSum(...values));
}

/** Returns whether a row, read with all its columns, is as it was written. */
export function isWholeRow(name: SummedTableName, row: Row): boolean {
  const { columns }: SummedTable = summedTables[name];
  return isWhole(row.sum, ...columns.map((column) => row[column] as Stored));
}
