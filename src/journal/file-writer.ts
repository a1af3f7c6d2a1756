import type { DatabaseSync } from 'node:sqlite';
import { isUnreachable } from '../lib/sqlite.ts';
import { BatchWriter } from './batch-writer.ts';
import type { WritingHost } from './file-host.ts';
import type { BatchMessage, BatchResult, Scrubbed, WriterFaults, WriterStart } from './operations.ts';

/** The only connection that writes, and what it does with each message; in the writer's thread. An error that it throws is a bug. */
export class FileWriter {
  readonly #database: DatabaseSync;
  readonly #writer: BatchWriter;
  readonly #faults: WriterFaults;
  #pageLimit = 0;

  constructor({ file, faults }: WriterStart, host: WritingHost) {
    this.#faults = faults;
    this.#database = host.open(file);
    // Larger than SQLite's 1000: fewer checkpoints, at the cost of a log file of about 16 MB.
    this.#database.exec('PRAGMA wal_autocheckpoint = 4000');
    this.#database.exec('PRAGMA journal_size_limit = 67108864');
    if (faults.isSyncOff === true) this.#database.exec('PRAGMA synchronous = NORMAL');
    this.#writer = new BatchWriter(this.#database, file, () => host.identityOf(file));
  }

  commit(message: BatchMessage): BatchResult {
    this.#applyPageLimit();
    return { rows: message.rows, ...this.#writer.commit(message) };
  }

  scrub(): Scrubbed {
    return { scrubFailure: this.#writer.scrub() };
  }

  close(): void {
    try {
      this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch (error) {
      // If the disk is full the log file stays, and the next opening reads it.
      if (!isUnreachable(error)) throw error;
    }
    this.#database.close();
  }

  #applyPageLimit(): void {
    const { pageLimit } = this.#faults;
    const wanted = pageLimit === undefined ? 0 : Atomics.load(pageLimit, 0);
    if (wanted === this.#pageLimit) return;
    this.#pageLimit = wanted;
    this.#database.exec(`PRAGMA max_page_count = ${wanted === 0 ? 0xfffffffe : wanted}`);
  }
}
