import type { DatabaseSync } from 'node:sqlite';
import type { Row } from './row.ts';
import { damageIn } from './sqlite.ts';

/** The primary key of a row: its `rowid`, or the columns of the key of a table without one. */
export type Key = readonly (string | number)[];

export interface ReadableRow {
  readonly key: Key;
  readonly row: Row;
}

/** A stretch of a table in which rows may be that cannot be read. */
export interface Gap {
  /** The nearest keys on both sides that could be read; null at an end of the table. */
  readonly after: Key | null;
  readonly before: Key | null;
  /** As SQLite describes it. */
  readonly reason: string;
}

type OnGap = (gap: Gap) => void;

/** Unreadable numbers that are tried one by one; beyond, the steps double. */
const maxSingleSteps = 20_000;

/** A name as SQLite reads it, whatever it holds. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Returns the columns of a table's primary key; null for a table whose rows have a `rowid`. */
export function keyColumns(database: DatabaseSync, table: string): readonly string[] | null {
  const { wr } = database.prepare('SELECT wr FROM pragma_table_list WHERE name = ?').get(table) ?? {};
  if (Number(wr) !== 1) return null;
  const sql = 'SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk';
  return database
    .prepare(sql)
    .all(table)
    .map(({ name }) => String(name));
}

/** Yields every row of a table that can be read, in the order of the keys: around the places that SQLite cannot read. */
export function readableRows(database: DatabaseSync, table: string, onGap: OnGap): Generator<ReadableRow> {
  const columns = keyColumns(database, table);
  return columns === null ? numbered(database, table, onGap) : keyed(database, table, columns, onGap);
}

/** Goes forward; where a number cannot be read, the numbers after it are tried. */
function* numbered(database: DatabaseSync, table: string, onGap: OnGap): Generator<ReadableRow> {
  const following = database.prepare(
    `SELECT rowid AS key_of_row, * FROM ${quoted(table)} NOT INDEXED WHERE rowid >= ? ORDER BY rowid`,
  );
  let last: number | null = null;
  let gap: Gap | null = null;
  for (let [from, steps] = [Number.MIN_SAFE_INTEGER, 0]; from <= Number.MAX_SAFE_INTEGER; ) {
    try {
      for (const { key_of_row: key, ...row } of following.iterate(from)) {
        const number = Number(key);
        requireOrder(last === null || number > last);
        if (gap !== null) onGap({ ...gap, before: [number] });
        [gap, steps, last] = [null, 0, number];
        yield { key: [number], row };
      }
      break;
    } catch (error) {
      gap ??= { after: last === null ? null : [last], before: null, reason: reasonOf(error) };
      steps += 1;
      from = (last ?? 0) + (steps <= maxSingleSteps ? steps : maxSingleSteps * 2 ** (steps - maxSingleSteps));
    }
  }
  if (gap !== null) onGap(gap);
}

/** Goes forward, and backward from the end: what lies between two places that cannot be read is lost. */
function* keyed(
  database: DatabaseSync,
  table: string,
  columns: readonly string[],
  onGap: OnGap,
): Generator<ReadableRow> {
  const seen = new Set<string>();
  const walk = (direction: 'ASC' | 'DESC') => {
    const order = columns.map((column) => `${quoted(column)} ${direction}`).join(', ');
    return database.prepare(`SELECT * FROM ${quoted(table)} ORDER BY ${order}`).iterate();
  };
  const keyOf = (row: Row) => columns.map((column) => row[column] as string | number);
  let after: Key | null = null;
  try {
    for (const row of walk('ASC')) {
      const key = keyOf(row);
      requireOrder(!seen.has(JSON.stringify(key)));
      seen.add(JSON.stringify(key));
      after = key;
      yield { key, row };
    }
  } catch (error) {
    const rest: ReadableRow[] = [];
    const gap = { after, reason: reasonOf(error) };
    try {
      for (const row of walk('DESC')) {
        const key = keyOf(row);
        if (seen.has(JSON.stringify(key))) break;
        seen.add(JSON.stringify(key));
        rest.push({ key, row });
      }
    } catch (again) {
      reasonOf(again);
    }
    onGap({ ...gap, before: rest.at(-1)?.key ?? null });
    yield* rest.reverse();
  }
}

/** In a damaged file pages may lead back to where they were read. */
class DisorderError extends Error {
  override readonly name = 'DisorderError';
}

function requireOrder(isInOrder: boolean): void {
  if (!isInOrder) throw new DisorderError('the rows are not in the order of their keys');
}

/** @throws an error that is not of damage */
function reasonOf(error: unknown): string {
  if (error instanceof DisorderError) return error.message;
  const reason = damageIn(error);
  if (reason === null) throw error;
  return reason;
}
