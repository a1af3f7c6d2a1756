import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Clock } from '../lib/clock.ts';
import { numberOf, type Row, textOf } from '../lib/row.ts';
import type { ChangeRecords, StoredChange } from './journal.ts';
import type { JournalReader } from './journal-reader.ts';
import type { Operation } from './operations.ts';
import { flightOf } from './rows.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** How long a change that every cursor has passed is kept. */
export const keptMs = 30 * dayMs;
/** How long one is kept that a cursor has yet to pass: a listener that is away for longer is gone for good, and holds up nothing. */
export const keptUnreadMs = 90 * dayMs;

type Reads = Pick<JournalReader, 'rows' | 'ask'>;

/** The numbered changes of flights, and the cursors of listeners. */
export class ChangeLog implements ChangeRecords {
  readonly #clock: Clock;
  readonly #write: (...operations: readonly Operation[]) => Promise<void>;
  readonly #after: StatementSync;
  readonly #last: StatementSync;
  readonly #cursor: StatementSync;

  readonly #reader: Reads;

  /**
   * @param database a connection that only reads
   * @param reader - checks what is read
   */
  constructor(
    database: DatabaseSync,
    reader: Reads,
    clock: Clock,
    write: (...operations: readonly Operation[]) => Promise<void>,
  ) {
    this.#reader = reader;
    this.#clock = clock;
    this.#write = write;
    this.#after = database.prepare('SELECT * FROM changes WHERE number > ? ORDER BY number LIMIT ?');
    this.#last = database.prepare('SELECT max(number) AS number FROM changes');
    this.#cursor = database.prepare('SELECT * FROM cursors WHERE name = ?');
  }

  /** Returns changes with a number above `after`, in order, at most `limit`. One that is damaged is left out. */
  read(after: number, limit: number): Promise<readonly StoredChange[]> {
    return this.#reader.ask(() => this.#readWhole(after, limit));
  }

  #readWhole(after: number, limit: number): readonly StoredChange[] {
    const changes: StoredChange[] = [];
    for (let last = after; changes.length < limit; ) {
      const rows = this.#after.all(last, limit - changes.length);
      for (const row of rows) {
        last = numberOf(row, 'number');
        const change = this.#reader.rows.read('changes', row, changeOf);
        if (change !== null) changes.push(change);
      }
      if (rows.length === 0) break;
    }
    return changes;
  }

  /** Returns the number of the newest change on disk; 0 when there is none. */
  last(): number {
    return Number(this.#last.get()?.number ?? 0);
  }

  /** Returns the cursor of this listener; null when it has none. */
  cursor(name: string): number | null {
    const row = this.#cursor.get(name);
    if (row === undefined) return null;
    // Where a listener was is not known: it hears again what is kept, which is what at least once allows.
    return this.#reader.rows.read('cursors', row, (each) => numberOf(each, 'number')) ?? 0;
  }

  /** Moves a cursor; null removes it. Changes that every cursor has passed are deleted after a month, all others after three. */
  async saveCursor(name: string, number: number | null): Promise<void> {
    const now = this.#clock.now();
    return this.#write({ kind: 'cursor', name, number, keepSince: now - keptMs, keepUnreadSince: now - keptUnreadMs });
  }
}

function changeOf(row: Row): StoredChange {
  return { number: numberOf(row, 'number'), at: numberOf(row, 'at'), kind: textOf(row, 'kind'), flight: flightOf(row) };
}
