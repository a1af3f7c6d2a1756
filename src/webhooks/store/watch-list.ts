import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { textOf } from '../../lib/row.ts';

/** What is watched between events: PIREPs that wait for a review, and since when the crew center is away. */
export class WatchList {
  readonly #add: StatementSync;
  readonly #remove: StatementSync;
  readonly #asked: StatementSync;
  readonly #next: StatementSync;
  readonly #forget: StatementSync;
  readonly #note: StatementSync;
  readonly #saveNote: StatementSync;

  constructor(database: DatabaseSync) {
    this.#add = database.prepare('INSERT OR IGNORE INTO reviews (flight, filed_at, asked_at) VALUES (?, ?, ?)');
    this.#remove = database.prepare('DELETE FROM reviews WHERE flight = ?');
    this.#asked = database.prepare('UPDATE reviews SET asked_at = ? WHERE flight = ?');
    this.#next = database.prepare('SELECT flight FROM reviews ORDER BY asked_at LIMIT ?');
    this.#forget = database.prepare('DELETE FROM reviews WHERE filed_at < ?');
    this.#note = database.prepare('SELECT text FROM notes WHERE name = ?');
    this.#saveNote = database.prepare('INSERT OR REPLACE INTO notes VALUES (?, ?)');
  }

  addReview(flightId: string, filedAt: number): void {
    this.#add.run(flightId, filedAt, filedAt);
  }

  removeReview(flightId: string): void {
    this.#remove.run(flightId);
  }

  /** The crew center was asked, and it is still to be reviewed. */
  noteAsked(flightId: string, at: number): void {
    this.#asked.run(at, flightId);
  }

  /** Flights whose PIREP waits, the one that was asked for longest ago first. */
  nextReviews(limit: number): readonly string[] {
    return this.#next.all(limit).map((row) => textOf(row, 'flight'));
  }

  forgetReviews(filedBefore: number): void {
    this.#forget.run(filedBefore);
  }

  readNote(name: string): string | null {
    const text = textOf({ text: '', ...this.#note.get(name) }, 'text');
    return text === '' ? null : text;
  }

  /** @param text - null removes it */
  saveNote(name: string, text: string | null): void {
    this.#saveNote.run(name, text ?? '');
  }
}
