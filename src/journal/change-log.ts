import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Clock } from '../lib/clock.ts';
import { numberOf, textOf } from '../lib/row.ts';
import { changesNote } from './arrange/papers.ts';
import type { ChangeRecords, StoredChange } from './journal.ts';
import type { Operation } from './operations.ts';
import { flightOf } from './rows.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** How long a change that every cursor has passed is kept. */
export const keptMs = 30 * dayMs;
/** How long one is kept that a cursor has yet to pass: a listener that is away for longer is gone for good, and holds up nothing. */
export const keptUnreadMs = 90 * dayMs;

/** The numbered changes of flights, and the cursors of listeners. */
export class ChangeLog implements ChangeRecords {
  readonly #clock: Clock;
  readonly #write: (...operations: readonly Operation[]) => Promise<void>;
  readonly #after: StatementSync;
  readonly #last: StatementSync;
  readonly #cursor: StatementSync;
  readonly #note: StatementSync;
  /** The change of another journal that is being taken. */
  #taking: Promise<unknown> = Promise.resolve();

  /** @param database a connection that only reads */
  constructor(database: DatabaseSync, clock: Clock, write: (...operations: readonly Operation[]) => Promise<void>) {
    this.#clock = clock;
    this.#write = write;
    this.#after = database.prepare('SELECT * FROM changes WHERE number > ? ORDER BY number LIMIT ?');
    this.#last = database.prepare('SELECT max(number) AS number FROM changes');
    this.#cursor = database.prepare('SELECT number FROM cursors WHERE name = ?');
    this.#note = database.prepare('SELECT text FROM notes WHERE name = ?');
  }

  /** Returns changes with a number above `after`, in order, at most `limit`. */
  async read(after: number, limit: number): Promise<readonly StoredChange[]> {
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

  /** Moves a cursor; null removes it. Changes that every cursor has passed are deleted after a month, all others after three. */
  async saveCursor(name: string, number: number | null): Promise<void> {
    const now = this.#clock.now();
    return this.#write({ kind: 'cursor', name, number, keepSince: now - keptMs, keepUnreadSince: now - keptUnreadMs });
  }

  /** One at a time: the number of the last one is stored with it, and is read before the next. */
  take(source: string, change: StoredChange): Promise<boolean> {
    const taken = this.#taking.then(() => this.#take(changesNote(source), change));
    this.#taking = taken.catch(() => undefined);
    return taken;
  }

  async #take(name: string, { number, at, kind, flight }: StoredChange): Promise<boolean> {
    if (number <= Number(this.#note.get(name)?.text ?? 0)) return false;
    await this.#write(
      { kind: 'change', change: { at, kind, flight: flight.number, document: JSON.stringify(flight) } },
      { kind: 'note', name, text: String(number) },
    );
    return true;
  }
}
