import type { Clock } from '../../lib/clock.ts';
import type { MysqlSession } from '../../lib/mysql.ts';
import { DatabaseUnavailable } from '../../lib/mysql-failures.ts';
import { numberOf } from '../../lib/row.ts';

/** How old the size may be, in milliseconds. */
const keptMs = 60_000;

/** The size of the journal's tables and their indexes, in memory: asking for it waits for nothing. */
export class StoredSize {
  readonly #database: Pick<MysqlSession, 'rows'>;
  readonly #clock: Clock;
  readonly #onError: (error: unknown) => void;
  #bytes = 0;
  #askedAt = Number.NEGATIVE_INFINITY;
  #isFailing = false;

  /** @param onError - receives an error that is no outage, once until the size can be read again */
  constructor(database: Pick<MysqlSession, 'rows'>, clock: Clock, onError: (error: unknown) => void) {
    this.#database = database;
    this.#clock = clock;
    this.#onError = onError;
  }

  /** Returns the size in bytes as it was a minute ago or less, and asks for it again; 0 until the first answer. */
  read(): number {
    const now = this.#clock.now();
    if (now - this.#askedAt >= keptMs) {
      this.#askedAt = now;
      void this.#refresh();
    }
    return this.#bytes;
  }

  /** The size stays as it was while it cannot be read. */
  async #refresh(): Promise<void> {
    const sql =
      'SELECT sum(DATA_LENGTH + INDEX_LENGTH) AS bytes FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()';
    try {
      const [row] = await this.#database.rows(sql);
      if (row !== undefined) this.#bytes = numberOf(row, 'bytes');
      this.#isFailing = false;
    } catch (error) {
      // The committer reports an outage.
      if (error instanceof DatabaseUnavailable) return;
      if (!this.#isFailing) this.#onError(error);
      this.#isFailing = true;
    }
  }
}
