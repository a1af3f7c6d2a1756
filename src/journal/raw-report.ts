import type { DatabaseSync } from 'node:sqlite';
import { type Gap, readableRows } from '../lib/readable-rows.ts';
import { damageIn } from '../lib/sqlite.ts';
import type { Report } from '../tracking/model.ts';
import { type NoteDamage, unreadable } from './damaged-row.ts';
import { eventOf } from './event-row.ts';
import { decodeRow } from './row-codec.ts';
import type { TextsByNumber } from './texts.ts';

/** What a column of the raw rows holds, by its name. */
interface RawColumns {
  readonly number: number;
  readonly flight: number;
  readonly body: unknown;
  readonly sum: unknown;
}

/** A call for each row takes twice the processor time of one for so many; more at once take no less. */
const atOnce = 500;

/**
 * Yields these columns of every raw row of one snapshot, by number, which is the first of them. Rows after the first one that
 * cannot be read are sought one by one, which takes several times as long.
 */
export function* rawRows<const Names extends readonly ['number', ...(keyof RawColumns)[]]>(
  database: DatabaseSync,
  names: Names,
  onDamage: NoteDamage,
): Generator<{ readonly [Index in keyof Names]: RawColumns[Names[Index]] }> {
  type Columns = { readonly [Index in keyof Names]: RawColumns[Names[Index]] };
  let last = 0;
  try {
    let isInOrder = true;
    for (const array of readableUntil(database, names)) {
      const row = array as Columns;
      // In a damaged file pages may lead back to where they were read.
      isInOrder = Number(row[0]) > last;
      if (!isInOrder) break;
      last = Number(row[0]);
      yield row;
    }
    if (isInOrder) return;
  } catch (error) {
    if (damageIn(error) === null) throw error;
  }
  const noteGap = (gap: Gap) => onDamage(unreadable('reports', gap));
  for (const { row } of readableRows(database, 'reports', noteGap))
    if (Number(row.number) > last) yield names.map((name) => row[name]) as unknown as Columns;
}

/** Yields the rows up to the first that cannot be read, where it throws. */
function* readableUntil(database: DatabaseSync, names: readonly string[]): Generator<readonly unknown[]> {
  const columns = names.join(', ');
  const following = database.prepare(`SELECT ${columns} FROM reports WHERE number > ? ORDER BY number LIMIT ${atOnce}`);
  following.setReturnArrays(true);
  const readAfter = (number: number) => {
    const rows: readonly unknown[] = following.all(number);
    return rows as readonly (readonly unknown[])[];
  };
  database.exec('BEGIN');
  try {
    for (let rows = readAfter(0); rows.length > 0; rows = readAfter(Number(rows.at(-1)?.[0]))) yield* rows;
  } finally {
    if (database.isTransaction) database.exec('ROLLBACK');
  }
}

/** Decodes a row of `reports`. */
export function rawReport(number: number, body: unknown, texts: TextsByNumber): Report {
  if (body instanceof Uint8Array)
    return { number, kind: 'position', position: decodeRow(body, (id) => texts.textOf(id)) };
  if (typeof body === 'string') return { number, kind: 'event', event: eventOf(body) };
  throw new Error(`report ${number} of the journal is neither a position nor an event`);
}

/** Returns the bytes of a chunk from the database. */
export function bytesOf(value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value;
  throw new Error('corrupt chunk in the journal');
}
