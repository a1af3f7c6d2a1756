import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { numberOf, type Row, textOf } from '../lib/row.ts';
import type { Report } from '../tracking/model.ts';
import { chunkNumbers, unpackChunk } from './chunk.ts';
import { countOf, holds, type Instants, readInstants } from './instants.ts';
import type { SealedSummary } from './journal.ts';
import { bytesOf, rawReport } from './raw-report.ts';
import { summaryOf } from './sealed-summary.ts';
import { indexAfter, type Tails } from './tails.ts';
import { TextsByNumber } from './texts.ts';

/** Maximum number of raw rows read in one turn of the event loop. */
const maxInTurn = 500;
/** Maximum number of cached times of chunks: 8 MB, or five times the longest possible flight. */
const maxKeptInstants = 1_000_000;

/** Reads reports on a read-only connection: chunks first, then raw rows. */
export class ReportReader {
  readonly #database: DatabaseSync;
  readonly #tails: Tails;
  readonly #texts: TextsByNumber;
  readonly #chunkAfter: StatementSync;
  readonly #row: StatementSync;
  readonly #sealed: StatementSync;
  readonly #chunksAround: Readonly<Record<Report['kind'], StatementSync>>;
  readonly #chunkBody: StatementSync;
  /** Keyed by flight, first and last number, which always identify the same chunk; a row's id may be reused. */
  readonly #instants = new Map<string, Instants>();
  #keptInstants = 0;

  constructor(database: DatabaseSync, tails: Tails) {
    this.#database = database;
    this.#tails = tails;
    const text = database.prepare('SELECT text FROM texts WHERE id = ?');
    this.#texts = new TextsByNumber((id) => (text.get(id)?.text as string | undefined) ?? null);
    this.#chunkAfter = database.prepare(
      'SELECT last_number, body FROM chunks WHERE flight = ? AND last_number > ? ORDER BY first_number LIMIT 1',
    );
    this.#sealed = database.prepare('SELECT summary FROM sealed WHERE flight = ?');
    this.#row = database.prepare('SELECT body FROM reports WHERE number = ? AND flight = ?');
    const around = (kind: Report['kind']) =>
      database.prepare(
        `SELECT rowid, flight, first_number, last_number FROM chunks WHERE flight = ? AND first_${kind}_at <= ? AND last_${kind}_at >= ?`,
      );
    this.#chunksAround = { position: around('position'), event: around('event') };
    this.#chunkBody = database.prepare('SELECT body FROM chunks WHERE rowid = ?');
  }

  /** Yields to other work between chunks, or runs of raw rows, so that a long track never blocks the event loop. */
  async read(flight: number, after: number, limit: number): Promise<readonly Report[]> {
    const reports: Report[] = [];
    let last = after;
    for (;;) {
      const part = this.#readPart(flight, last);
      for (const report of part) if (reports.length < limit) reports.push(report);
      last = part.at(-1)?.number ?? last;
      if (part.length === 0 || reports.length >= limit) return reports;
      await nextTurn();
    }
  }

  sealed(flight: number): SealedSummary | null {
    const row = this.#sealed.get(flight);
    return row === undefined ? null : summaryOf(textOf(row, 'summary'));
  }

  /** Returns how many reports `read` would return. */
  async count(flight: number, after: number): Promise<number> {
    let count = 0;
    let last = after;
    for (;;) {
      const chunk = this.#chunkAfter.get(flight, last);
      const numbers = chunk === undefined ? this.#tails.of(flight) : chunkNumbers(bytesOf(chunk.body));
      count += numbers.length - indexAfter(numbers, last);
      if (chunk === undefined) return count;
      last = numberOf(chunk, 'last_number');
      await nextTurn();
    }
  }

  hasSealed(flight: number, kind: Report['kind'], recordedAt: number): boolean {
    return this.#chunksAround[kind]
      .all(flight, recordedAt, recordedAt)
      .some((chunk) => holds(this.#instantsOf(chunk)[kind], recordedAt));
  }

  /** Yields every unsealed report of these flights, by number. */
  eachRaw(flights: ReadonlySet<number>, visit: (flight: number, report: Report) => void): void {
    const rows = this.#database.prepare('SELECT number, flight, body FROM reports ORDER BY number');
    rows.setReturnArrays(true);
    for (const row of rows.iterate() as unknown as Iterable<readonly [number, number, SQLOutputValue]>) {
      const [number, flight, body] = row;
      const isUnsealed = number >= (this.#tails.of(flight)[0] ?? Number.POSITIVE_INFINITY);
      if (isUnsealed && flights.has(flight)) visit(flight, rawReport(number, body, this.#texts));
    }
  }

  /** Returns the next reports after this number: those of one chunk, else some raw ones; both read from one snapshot. */
  #readPart(flight: number, after: number): readonly Report[] {
    this.#database.exec('BEGIN');
    try {
      const chunk = this.#chunkAfter.get(flight, after);
      if (chunk === undefined) return this.#readRows(flight, after);
      return unpackChunk(bytesOf(chunk.body)).filter(({ number }) => number > after);
    } finally {
      this.#database.exec('COMMIT');
    }
  }

  #readRows(flight: number, after: number): readonly Report[] {
    const numbers = this.#tails.of(flight);
    const reports: Report[] = [];
    for (let index = indexAfter(numbers, after); index < numbers.length && reports.length < maxInTurn; index++) {
      const number = numbers[index] ?? 0;
      const row = this.#row.get(number, flight);
      if (row !== undefined) reports.push(rawReport(number, row.body, this.#texts));
    }
    return reports;
  }

  #instantsOf(chunk: Row): Instants {
    const name = ['flight', 'first_number', 'last_number'].map((column) => numberOf(chunk, column)).join('/');
    const known = this.#instants.get(name);
    if (known !== undefined) return known;
    const instants = readInstants(unpackChunk(bytesOf(this.#chunkBody.get(numberOf(chunk, 'rowid'))?.body)));
    this.#instants.set(name, instants);
    this.#keptInstants += countOf(instants);
    this.#dropOldest();
    return instants;
  }

  /** Drops old entries, never the newest one. */
  #dropOldest(): void {
    for (const [name, instants] of this.#instants) {
      if (this.#keptInstants <= maxKeptInstants || this.#instants.size === 1) return;
      this.#instants.delete(name);
      this.#keptInstants -= countOf(instants);
    }
  }
}
