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

/**
 * Yields these columns of every raw row, by number, which is the first of them. Rows after the first one that cannot be read
 * are sought one by one, which takes several times as long.
 */
export function* rawRows<const Names extends readonly ['number', ...(keyof RawColumns)[]]>(
  database: DatabaseSync,
  names: Names,
  onDamage: NoteDamage,
): Generator<{ readonly [Index in keyof Names]: RawColumns[Names[Index]] }> {
  type Columns = { readonly [Index in keyof Names]: RawColumns[Names[Index]] };
  const rows = database.prepare(`SELECT ${names.join(', ')} FROM reports ORDER BY number`);
  rows.setReturnArrays(true);
  let last = 0;
  try {
    const arrays: Iterable<unknown> = rows.iterate();
    for (const array of arrays) {
      const row = array as Columns;
      last = Number(row[0]);
      yield row;
    }
  } catch (error) {
    if (damageIn(error) === null) throw error;
    const noteGap = (gap: Gap) => onDamage(unreadable('reports', gap));
    for (const { row } of readableRows(database, 'reports', noteGap))
      if (Number(row.number) > last) yield names.map((name) => row[name]) as unknown as Columns;
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
