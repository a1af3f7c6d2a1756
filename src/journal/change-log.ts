import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Clock } from '../lib/clock.ts';
import { numberOf, textOf } from '../lib/row.ts';
import type { ChangeRecords, StoredChange } from './journal.ts';
import type { Operation } from './operations.ts';
import { flightOf } from './rows.ts';

/** How long a change that every cursor has passed is kept. */
const keptMs = 30 * 24 * 60 * 60 * 1000;

/** The numbered changes of flights, and the cursors of listeners. */
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

  /** Returns changes with a number above `after`, in order, at most `limit`. */
  read(after: number, limit: number): readonly StoredChange[] {
    return this.#after.all(after, limit).map((row) => ({
      number: numberOf(row, 'number'),
      at: numberOf(row, 'at'),
      kind: textOf(row, 'kind'),
      flight: flightOf(row),
    }));
  }

  /** Returns the number of the newest change on disk; 0 when there is none. */
  last(): number {
    return Number(this.#last.get()?.number ?? 0);
  }

  /** Returns the cursor of this listener; null when it has none. */
  cursor(name: string): number | null {
    const row = this.#cursor.get(name);
    return row === undefined ? null : numberOf(row, 'number');
  }

  /** Moves a cursor; null removes it. Changes that every cursor has passed are deleted after a month. */
  async saveCursor(name: string, number: number | null): Promise<void> {
    return this.#write({ kind: 'cursor', name, number, keepSince: this.#clock.now() - keptMs });
  }
}
