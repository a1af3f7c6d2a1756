import type { DatabaseSync } from 'node:sqlite';
import { type Row, textOf } from '../lib/row.ts';
import type { Report } from '../tracking/model.ts';
import { unpackChunk } from './chunk.ts';
import { type DamagedRow, damagedRow, type NoteDamage, wholeFile } from './damaged-row.ts';
import type { SealedSummary } from './journal.ts';
import { bytesOf, rawReport } from './raw-report.ts';
import { summaryOf } from './sealed-summary.ts';
import { isWholeRow, type SummedTableName } from './summed-tables.ts';
import { TextsByNumber } from './texts.ts';

/** Reads rows that are as they were written; one that is not is noted, and read as null. */
export class CheckedRows {
  readonly texts: TextsByNumber;
  readonly #onDamage: NoteDamage;

  constructor(database: DatabaseSync, onDamage: NoteDamage) {
    this.#onDamage = onDamage;
    const text = database.prepare('SELECT * FROM texts WHERE id = ?');
    this.texts = new TextsByNumber((id) => {
      const row = text.get(id);
      if (row === undefined) onDamage({ table: 'texts', key: String(id), flight: null });
      return row === undefined ? null : this.read('texts', row, (each) => textOf(each, 'text'));
    });
  }

  report = (row: Row): Report | null =>
    this.read('reports', row, ({ number, body }) => rawReport(Number(number), body, this.texts));

  chunk = (row: Row, flight: unknown = row.flight): Report[] | null =>
    this.read('chunks', row, ({ body }) => unpackChunk(bytesOf(body)), { flight });

  summary = (row: Row): SealedSummary | null => this.read('sealed', row, (each) => summaryOf(textOf(each, 'summary')));

  /**
   * @param row - with all columns of the table
   * @param decode - what fails in it is damage too: rows of older versions have no sum
   * @param asked - what was asked for: a damaged index leads to other rows
   */
  read<T>(table: SummedTableName, row: Row, decode: (row: Row) => T, asked: Row = {}): T | null {
    if (Object.entries(asked).some(([column, value]) => row[column] !== value)) {
      this.#onDamage(wholeFile(`an index of ${table} leads to other rows`));
      return null;
    }
    if (isWholeRow(table, row)) {
      try {
        return decode(row);
      } catch (error) {
        if (!isOfContent(error)) throw error;
      }
    }
    this.#onDamage(damagedRow(table, row));
    return null;
  }
}

/** A row without which its reader cannot go on is damaged. */
export class DamagedRowError extends Error {
  override readonly name = 'DamagedRowError';
  readonly row: DamagedRow;

  constructor(row: DamagedRow) {
    super(`${row.table} ${row.key} is damaged`);
    this.row = row;
  }
}

/** @throws DamagedRowError */
export function requireWhole(table: SummedTableName, row: Row): void {
  if (!isWholeRow(table, row)) throw new DamagedRowError(damagedRow(table, row));
}

/** Not those of the database. */
function isOfContent(error: unknown): boolean {
  return error instanceof Error && !('errcode' in error);
}
