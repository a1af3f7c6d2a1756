import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Clock } from '../lib/clock.ts';
import { numberOf, textOf } from '../lib/row.ts';
import type { ChangeRecords, StoredChange } from './journal.ts';
import type { Operation } from './operations.ts';
import { flightOf } from './rows.ts';

/** How long a change is kept that every cursor is past. */
const keptMs = 30 * 24 * 60 * 60 * 1000;

/** What happened to flights, numbered, and the cursors of those who listen. */
export class ChangeLog implements ChangeRecords {
  readonly #clock: Clock;
  readonly #write: (operation: Operation) => Promise<void>;
  readonly #after: StatementSync;
  readonly #last: StatementSync;
  readonly #cursor: StatementSync;

  /** @param database a connection that only reads */
  constructor(database: DatabaseSync, clock: Clock, write: (operation: Operation) => Promise<void>) {
    this.#clock = clock;
    this.#write = write;
    this.#after = database.prepare('SELECT * FROM changes WHERE number > ? ORDER BY number LIMIT ?');
    this.#last = database.prepare('SELECT max(number) AS number FROM changes');
    this.#cursor = database.prepare('SELECT number FROM cursors WHERE name = ?');
  }

  /** Changes with a number above `after`, in order, at most `limit`. */
  read(after: number, limit: number): readonly StoredChange[] {
    return this.#after.all(after, limit).map((row) => ({
      number: numberOf(row, 'number'),
      at: numberOf(row, 'at'),
      kind: textOf(row, 'kind'),
      flight: flightOf(row),
    }));
  }

  /** The number of the newest change on disk; 0 when there is none. */
  last(): number {
    return Number(this.#last.get()?.number ?? 0);
  }

  /** How far this listener has read; null when it never did. */
  cursor(name: string): number | null {
    const row = this.#cursor.get(name);
    return row === undefined ? null : numberOf(row, 'number');
  }

  /** Moves a cursor; null removes it. Changes that every cursor is past are deleted after a month. */
  async saveCursor(name: string, number: number | null): Promise<void> {
    return this.#write({ kind: 'cursor', name, number, keepSince: this.#clock.now() - keptMs });
  }
}
