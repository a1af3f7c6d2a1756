import type { Gap, Key } from '../lib/readable-rows.ts';
import type { Row } from '../lib/row.ts';
import { type SummedTableName, summedTables } from './summed-tables.ts';

/** A stored row that is not as it was written, or cannot be read. */
export interface DamagedRow {
  readonly table: string;
  /** As it names the row to the operator: `12`, `12/3401`. */
  readonly key: string;
  /** Number of the flight that it belongs to; null where it belongs to none. */
  readonly flight: number | null;
}

/** Names damage of the file itself, as SQLite describes it. */
export function wholeFile(description: string): DamagedRow {
  return { table: 'file', key: description, flight: null };
}

/** Names rows that SQLite cannot read, by the nearest that it can. */
export function unreadable(table: SummedTableName, { after, before, reason }: Gap): DamagedRow {
  const nameOf = (key: Key | null) => key?.join('/') ?? '';
  return { table, key: `${nameOf(after)}…${nameOf(before)} (${reason})`, flight: null };
}

/** Describes it for the operator: `chunks 12/3401`. */
export function nameOf({ table, key }: DamagedRow): string {
  return table === 'file' ? key : `${table} ${key}`;
}

export type NoteDamage = (row: DamagedRow) => void;

/** @param row - read with all columns of the table */
export function damagedRow(table: SummedTableName, row: Row): DamagedRow {
  const { name, flight } = summedTables[table];
  return {
    table,
    key: name.map((column) => String(row[column])).join('/'),
    flight: flight === null ? null : Number(row[flight]),
  };
}
