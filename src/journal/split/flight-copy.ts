import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { numberOf } from '../../lib/row.ts';
import { inTransaction } from '../../lib/sqlite.ts';
import { columnCount } from '../../tracking/position/formats.ts';
import { Batch, rowWidth } from '../batch.ts';
import { ByteWriter } from '../bytes.ts';
import { rawReport } from '../raw-report.ts';
import { encodeRow } from '../row-codec.ts';
import { prepareInsert } from '../summed-tables.ts';
import { TextNumbers, TextsByNumber } from '../texts.ts';

/** Tables with rows of one flight, by the column of its number. Reports come apart: their texts have other numbers elsewhere. */
const tables = [
  ['flights', 'number'],
  ['flight_pireps', 'flight'],
  ['delivered', 'flight'],
  ['sealed', 'flight'],
  ['chunks', 'flight'],
] as const;

type Row = Record<string, SQLOutputValue>;

/** Copies flights with everything that belongs to them from one journal to another; nobody else writes to either. */
export class FlightCopy {
  readonly #from: DatabaseSync;
  readonly #to: DatabaseSync;
  readonly #fromTexts: TextsByNumber;
  readonly #toTexts: TextsByNumber;
  readonly #numbers: TextNumbers;
  readonly #writer = new ByteWriter();

  constructor(from: DatabaseSync, to: DatabaseSync) {
    this.#from = from;
    this.#to = to;
    this.#fromTexts = textsOf(from);
    this.#toTexts = textsOf(to);
    const known = to.prepare('SELECT id, text FROM texts').all();
    this.#numbers = new TextNumbers(known.map(({ id, text }) => ({ id: Number(id), text: String(text) })));
  }

  /**
   * Copies these flights and compares the copies with them, in one transaction. What an earlier attempt left is replaced.
   * @throws Error when a copy differs; nothing was copied then
   */
  copy(flights: readonly number[]): void {
    inTransaction(this.#to, () => {
      for (const flight of flights) {
        remove(this.#to, flight);
        for (const [table, column] of tables) this.#copyRows(table, column, flight);
        this.#copyReports(flight);
        this.#compare(flight);
      }
    });
  }

  /** Removes flights whose copies are on disk. */
  removeCopied(flights: readonly number[]): void {
    inTransaction(this.#from, () => {
      for (const flight of flights) {
        this.#compare(flight);
        remove(this.#from, flight);
      }
    });
  }

  #copyRows(table: string, column: string, flight: number): void {
    for (const row of rowsOf(this.#from, table, column, flight)) {
      const values = Object.values(row);
      this.#to.prepare(`INSERT INTO ${table} VALUES (${values.map(() => '?').join(', ')})`).run(...values);
    }
  }

  #copyReports(flight: number): void {
    const insert = prepareInsert(this.#to, 'reports');
    const insertText = prepareInsert(this.#to, 'texts', 'INSERT OR IGNORE');
    for (const row of rowsOf(this.#from, 'reports', 'flight', flight)) {
      const number = numberOf(row, 'number');
      const report = rawReport(number, row.body, this.#fromTexts);
      if (report.kind === 'event') {
        insert(number, flight, String(row.body));
        continue;
      }
      const batch = new Batch(this.#numbers, new Float64Array(rowWidth));
      batch.addPositions(number, flight, [report.position]);
      const { rows, strings, texts } = batch.message();
      for (const { id, text } of texts) insertText(id, text);
      insert(number, flight, encodeRow(this.#writer, rows.subarray(0, 2 + columnCount), 2, strings));
    }
  }

  #compare(flight: number): void {
    for (const [table, column] of tables) {
      const [before, after] = [this.#from, this.#to].map((each) => rowsOf(each, table, column, flight));
      if (!isDeepStrictEqual(before, after))
        throw new Error(`flight ${flight} differs in ${table} after it was copied`);
    }
    const reports = (database: DatabaseSync, texts: TextsByNumber) =>
      rowsOf(database, 'reports', 'flight', flight).map(({ number, body }) => rawReport(Number(number), body, texts));
    if (!isDeepStrictEqual(reports(this.#from, this.#fromTexts), reports(this.#to, this.#toTexts)))
      throw new Error(`the reports of flight ${flight} differ after they were copied`);
  }
}

function textsOf(database: DatabaseSync): TextsByNumber {
  const text = database.prepare('SELECT text FROM texts WHERE id = ?');
  return new TextsByNumber((id) => (text.get(id)?.text as string | undefined) ?? null);
}

function rowsOf(database: DatabaseSync, table: string, column: string, flight: number): Row[] {
  return database.prepare(`SELECT * FROM ${table} WHERE ${column} = ? ORDER BY 1, 2`).all(flight) as Row[];
}

function remove(database: DatabaseSync, flight: number): void {
  for (const [table, column] of [['reports', 'flight'], ...tables] as const)
    database.prepare(`DELETE FROM ${table} WHERE ${column} = ?`).run(flight);
}
