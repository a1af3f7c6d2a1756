import type { Clock } from '../../lib/clock.ts';
import type { Mysql } from '../../lib/mysql.ts';
import { DatabaseUnavailable } from '../../lib/mysql-failures.ts';
import { numberOf, textOf, textOrNull } from '../../lib/row.ts';
import type { SavedNotes } from './note-writer.ts';

/** How long a note of another server may be unknown here, in milliseconds. */
const refreshMs = 1_000;
/** Deleted notes keep a row until this many changes have come after them, so that every server sees them go. */
const keptDeleted = 100_000;

/** The notes of all servers, in memory: read at once, and refreshed every second. */
export class Notes {
  readonly #database: Pick<Mysql, 'rows' | 'run'>;
  readonly #clock: Clock;
  readonly #onError: (error: unknown) => void;
  readonly #notes = new Map<string, { readonly number: number; readonly text: string | null }>();
  #last = 0;
  #timer: Disposable | null = null;
  #isClosed = false;

  /** @param onError - receives an error of a refresh that is no outage; the next refresh comes all the same */
  constructor(database: Pick<Mysql, 'rows' | 'run'>, clock: Clock, onError: (error: unknown) => void) {
    this.#database = database;
    this.#clock = clock;
    this.#onError = onError;
  }

  /** Must be awaited before anything is read. */
  async open(): Promise<void> {
    const count = 'SELECT n FROM note_count WHERE id = 1';
    const [row] = await this.#database.rows(count);
    const oldest = (row === undefined ? 0 : numberOf(row, 'n')) - keptDeleted;
    if (oldest > 0) await this.#database.run('DELETE FROM notes WHERE text IS NULL AND n < ?', [oldest]);
    await this.refresh();
    this.#schedule();
  }

  get(name: string): string | null {
    return this.#notes.get(name)?.text ?? null;
  }

  /** Takes over what this server stored. */
  saved({ number, notes }: SavedNotes): void {
    for (const [name, text] of notes) this.#set(name, number, text);
  }

  async refresh(): Promise<void> {
    const rows = await this.#database.rows('SELECT name, n, text FROM notes WHERE n > ? ORDER BY n', [this.#last]);
    for (const row of rows) {
      const number = numberOf(row, 'n');
      this.#set(textOf(row, 'name'), number, textOrNull(row, 'text'));
      this.#last = number;
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#timer?.[Symbol.dispose]();
  }

  #set(name: string, number: number, text: string | null): void {
    if (number >= (this.#notes.get(name)?.number ?? 0)) this.#notes.set(name, { number, text });
  }

  #schedule(): void {
    if (this.#isClosed) return;
    this.#timer = this.#clock.after(refreshMs, () => {
      this.refresh()
        .catch((error: unknown) => {
          // The committer reports an outage.
          if (!(error instanceof DatabaseUnavailable)) this.#onError(error);
        })
        .finally(() => this.#schedule());
    });
  }
}
