import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { numberOf, type Row } from '../lib/row.ts';
import { damageIn } from '../lib/sqlite.ts';
import type { Report } from '../tracking/model.ts';
import { CheckedRows } from './checked-rows.ts';
import { chunkNumbers } from './chunk.ts';
import type { DamagedRow, NoteDamage } from './damaged-row.ts';
import { countOf, holds, type Instants, noInstants, readInstants } from './instants.ts';
import type { SealedSummary } from './journal.ts';
import { bytesOf, rawRows } from './raw-report.ts';
import { indexAfter, type Tails } from './tails.ts';

/** Maximum number of raw rows read in one turn of the event loop. */
const maxInTurn = 500;
/** Maximum number of cached times of chunks: 8 MB, or five times the longest possible flight. */
const maxKeptInstants = 1_000_000;

/** How far a flight was read: the last report, and where the last damaged chunk begins. */
interface Place {
  readonly last: number;
  readonly damaged: number;
}

/** Reads reports on a read-only connection: chunks first, then raw rows. What is damaged is noted and left out. */
export class ReportReader {
  readonly #database: DatabaseSync;
  readonly #tails: Tails;
  readonly #rows: CheckedRows;
  readonly #onDamage: NoteDamage;
  readonly #statements: ReturnType<typeof prepare>;
  /** Keyed by flight, first and last number, which always identify the same chunk. */
  readonly #instants = new Map<string, Instants>();
  #keptInstants = 0;

  constructor(database: DatabaseSync, tails: Tails, onDamage: NoteDamage) {
    this.#database = database;
    this.#tails = tails;
    this.#rows = new CheckedRows(database, onDamage);
    this.#onDamage = onDamage;
    this.#statements = prepare(database);
  }

  /** Yields to other work between chunks, or runs of raw rows, so that a long track never blocks the event loop. */
  async read(flight: number, after: number, limit: number): Promise<readonly Report[]> {
    const reports: Report[] = [];
    for (let place: Place | null = { last: after, damaged: -1 }; place !== null && reports.length < limit; ) {
      const part = this.#readPart(flight, place);
      for (const report of part.reports) if (reports.length < limit) reports.push(report);
      place = part.next;
      if (place !== null) await nextTurn();
    }
    return reports;
  }

  /** Returns the flight's chunks in their order, in base64; damaged ones are noted and left out. */
  chunks(flight: number): readonly string[] {
    const asBase64 = ({ body }: Row) => Buffer.from(bytesOf(body)).toString('base64');
    return this.#statements.chunks
      .all(flight)
      .flatMap((row) => this.#rows.read('chunks', row, asBase64, { flight }) ?? []);
  }

  /** Null also where the summary is damaged: everything that is sealed can be read instead. */
  sealed(flight: number): SealedSummary | null {
    const row = this.#statements.sealed.get(flight);
    return row === undefined ? null : this.#rows.summary(row);
  }

  /** Returns how many reports `read` would return. */
  async count(flight: number, after: number): Promise<number> {
    let count = 0;
    for (let place: Place | null = { last: after, damaged: -1 }; place !== null; ) {
      const chunk = this.#nextChunk(flight, place);
      if (chunk === null) {
        const numbers = this.#tails.of(flight);
        return count + numbers.length - indexAfter(numbers, place.last);
      }
      const unpack = ({ body }: Row) => chunkNumbers(bytesOf(body));
      const numbers = this.#rows.read('chunks', chunk, unpack, { flight }) ?? new Float64Array();
      count += numbers.length - indexAfter(numbers, place.last);
      place = placeAfter(place, chunk, numbers.at(-1));
      await nextTurn();
    }
    return count;
  }

  /** Whether a repeat is stored in a damaged chunk is not known: it counts as new, for a report twice is better than none. */
  hasSealed(flight: number, kind: Report['kind'], recordedAt: number): boolean {
    return this.#statements.chunksAround[kind]
      .all(flight, recordedAt, recordedAt)
      .some((chunk) => holds(this.#instantsOf(chunk)[kind], recordedAt));
  }

  /**
   * Yields every unsealed report of these flights, by number.
   * @param whole - flights whose sealed reports are yielded too, because their summary is damaged
   */
  eachRaw(
    flights: ReadonlySet<number>,
    whole: Iterable<number>,
    visit: (flight: number, report: Report) => void,
  ): void {
    for (const flight of whole)
      for (const row of this.#statements.chunks.all(flight))
        for (const report of this.#rows.chunk(row, flight) ?? []) visit(flight, report);
    const columns = ['number', 'flight', 'body', 'sum'] as const;
    for (const [number, flight, body, sum] of rawRows(this.#database, columns, this.#onDamage)) {
      const isUnsealed = number >= (this.#tails.of(flight)[0] ?? Number.POSITIVE_INFINITY);
      if (!isUnsealed || !flights.has(flight)) continue;
      const report = this.#rows.report({ number, flight, body, sum });
      if (report !== null) visit(flight, report);
    }
  }

  /** Returns the next reports after this place: those of one chunk, else some raw ones; both read from one snapshot. */
  #readPart(flight: number, place: Place): { readonly reports: readonly Report[]; readonly next: Place | null } {
    this.#database.exec('BEGIN');
    try {
      const chunk = this.#nextChunk(flight, place);
      if (chunk === null) return this.#readRows(flight, place);
      const reports = (this.#rows.chunk(chunk, flight) ?? []).filter(({ number }) => number > place.last);
      return { reports, next: placeAfter(place, chunk, reports.at(-1)?.number) };
    } finally {
      this.#database.exec('COMMIT');
    }
  }

  #nextChunk(flight: number, { last, damaged }: Place): Row | null {
    const next = () => this.#statements.nextChunk.get(flight, last, damaged);
    return this.#ifReadable(next, { table: 'chunks', key: `${flight} after ${last}`, flight });
  }

  /** Where the file itself is damaged there, what follows in it cannot be found. */
  #ifReadable(read: () => Row | undefined, place: DamagedRow): Row | null {
    try {
      return read() ?? null;
    } catch (error) {
      if (damageIn(error) === null) throw error;
      this.#onDamage(place);
      return null;
    }
  }

  #readRows(flight: number, { last, damaged }: Place) {
    const numbers = this.#tails.of(flight);
    const reports: Report[] = [];
    const from = indexAfter(numbers, last);
    const some = numbers.slice(from, from + maxInTurn);
    for (const number of some) {
      const get = () => this.#statements.row.get(number, flight);
      const row = this.#ifReadable(get, { table: 'reports', key: String(number), flight });
      const report = row && this.#rows.report(row);
      if (report !== null) reports.push(report);
    }
    const newest = some.at(-1);
    return { reports, next: newest === undefined ? null : { last: newest, damaged } };
  }

  #instantsOf(key: Row): Instants {
    const name = ['flight', 'first_number', 'last_number'].map((column) => numberOf(key, column)).join('/');
    const known = this.#instants.get(name);
    if (known !== undefined) return known;
    const chunk = this.#statements.chunk.get(numberOf(key, 'flight'), numberOf(key, 'first_number'));
    const reports = chunk && this.#rows.chunk(chunk);
    const instants = reports ? readInstants(reports) : noInstants;
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

/** The number at which a damaged chunk ends may be wrong: only where it begins counts. Whole ones may be merged meanwhile. */
function placeAfter({ last, damaged }: Place, chunk: Row, lastRead: number | undefined): Place {
  if (lastRead !== undefined && lastRead > last) return { last: lastRead, damaged };
  return { last, damaged: numberOf(chunk, 'first_number') };
}

function prepare(database: DatabaseSync) {
  const around = (kind: Report['kind']) =>
    database.prepare(
      `SELECT flight, first_number, last_number FROM chunks WHERE flight = ? AND first_${kind}_at <= ? AND last_${kind}_at >= ?`,
    );
  return {
    nextChunk: database.prepare(
      'SELECT * FROM chunks WHERE flight = ? AND last_number > ? AND first_number > ? ORDER BY first_number LIMIT 1',
    ),
    chunks: database.prepare('SELECT * FROM chunks WHERE flight = ? ORDER BY first_number'),
    chunk: database.prepare('SELECT * FROM chunks WHERE flight = ? AND first_number = ?'),
    chunksAround: { position: around('position'), event: around('event') },
    sealed: database.prepare('SELECT * FROM sealed WHERE flight = ?'),
    row: database.prepare('SELECT * FROM reports WHERE number = ? AND flight = ?'),
  };
}
