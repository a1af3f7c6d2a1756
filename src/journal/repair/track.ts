import type { DatabaseSync } from 'node:sqlite';
import { numberOf } from '../../lib/row.ts';
import type { Report } from '../../tracking/model.ts';
import { CheckedRows } from '../checked-rows.ts';
import { chunkNumbers } from '../chunk.ts';
import type { SealedSummary } from '../journal.ts';
import { bytesOf } from '../raw-report.ts';
import { readable } from './readable.ts';

/** What a journal has of one flight's reports; what is damaged is left out. */
export interface Track {
  readonly summary: SealedSummary | null;
  /** Those in chunks, by number. */
  readonly sealed: readonly Report[];
  /** Raw ones that are in no chunk, by number. */
  readonly raw: readonly Report[];
}

/** Reads tracks of flights, of a journal that may be damaged. */
export class Tracks {
  readonly #database: DatabaseSync;
  readonly #rows: CheckedRows;
  /** Numbers of the raw rows of each flight: the table has no index for them. */
  readonly #raw: ReadonlyMap<number, readonly number[]>;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#rows = new CheckedRows(database, () => undefined);
    const rows = readable(() => database.prepare('SELECT number, flight FROM reports ORDER BY number').all());
    const byFlight = Map.groupBy(rows, (row) => Number(row.flight));
    this.#raw = new Map([...byFlight].map(([flight, all]) => [flight, all.map((row) => numberOf(row, 'number'))]));
  }

  read(flight: number): Track {
    const summary = this.summaryOf(flight);
    const sealed = this.#chunks(flight).flatMap((row) => this.#rows.chunk(row, flight) ?? []);
    const numbers = new Set(sealed.map(({ number }) => number));
    const raw = this.#rawOf(flight).filter(({ number }) => !numbers.has(number) && number > (summary?.lastNumber ?? 0));
    return { summary, sealed: sealed.toSorted((one, other) => one.number - other.number), raw };
  }

  summaryOf(flight: number): SealedSummary | null {
    const [row] = readable(() => this.#database.prepare('SELECT * FROM sealed WHERE flight = ?').all(flight));
    return row === undefined ? null : this.#rows.summary(row);
  }

  hasRaw(flight: number, after: number): boolean {
    return (this.#raw.get(flight) ?? []).some((number) => number > after);
  }

  /** Returns how many reports are in the chunks of a flight, without decoding them all. */
  countSealed(flight: number): number {
    const count = (row: { readonly body?: unknown }) => chunkNumbers(bytesOf(row.body)).length;
    const counts = this.#chunks(flight).map((row) => this.#rows.read('chunks', row, count, { flight }) ?? 0);
    return counts.reduce((sum, each) => sum + each, 0);
  }

  #chunks(flight: number) {
    const sql = 'SELECT * FROM chunks WHERE flight = ? ORDER BY first_number';
    return readable(() => this.#database.prepare(sql).all(flight));
  }

  #rawOf(flight: number): readonly Report[] {
    const row = this.#database.prepare('SELECT * FROM reports WHERE number = ? AND flight = ?');
    return (this.#raw.get(flight) ?? []).flatMap((number) => {
      const found = readable(() => row.all(number, flight));
      return found.flatMap((each) => this.#rows.report(each) ?? []);
    });
  }
}
