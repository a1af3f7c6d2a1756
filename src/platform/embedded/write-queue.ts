import type { DatabaseSync } from 'node:sqlite';
import { withoutSync } from '../../lib/sqlite.ts';
import type { CrewCenterEvent } from './events.ts';

/** What a piece of work is given: it tells its events through it, and they are told when it is on disk. */
export type Tell = (event: CrewCenterEvent) => void;

interface Work {
  readonly run: (tell: Tell) => unknown;
  /** It settles when it is on disk; else before that. */
  readonly isLasting: boolean;
  readonly answer: PromiseWithResolvers<unknown>;
}

/** Work that shares a transaction ends after so long, so that a thousand flights at once keep no position waiting. */
const batchMs = 8;

/**
 * Writes of one turn of the event loop share one transaction, and so one sync of the disk: a hundred flights that start
 * together cost one. Each is a savepoint of its own, so that one that fails takes nothing of another with it.
 */
export class WriteQueue {
  readonly #database: DatabaseSync;
  readonly #record: (events: readonly CrewCenterEvent[]) => void;
  readonly #told: (event: CrewCenterEvent) => void;
  #waiting: Work[] = [];

  /** @param record is given the events of each work within its transaction; `told` each one after the commit. */
  constructor(
    database: DatabaseSync,
    record: (events: readonly CrewCenterEvent[]) => void,
    told: (event: CrewCenterEvent) => void,
  ) {
    this.#database = database;
    this.#record = record;
    this.#told = told;
  }

  /** Settles when the work is on disk, or done where it need not last; rejects with what it threw, or with what kept it from the disk. */
  write<T>(run: (tell: Tell) => T, isLasting = true): Promise<T> {
    const answer = Promise.withResolvers<unknown>();
    if (this.#waiting.length === 0) setImmediate(() => this.#flush());
    this.#waiting.push({ run, isLasting, answer });
    return answer.promise as Promise<T>;
  }

  #flush(): void {
    const batch: Work[] = [];
    const settled: (() => void)[] = [];
    const commit = () => this.#commit(batch, settled);
    try {
      if (this.#waiting.some(({ isLasting }) => isLasting)) commit();
      else withoutSync(this.#database, commit);
      for (const settle of settled) settle();
    } catch (error) {
      const failed = batch.length > 0 ? batch : this.#waiting.splice(0);
      for (const work of failed) work.answer.reject(error);
    }
    if (this.#waiting.length > 0) setImmediate(() => this.#flush());
  }

  #commit(batch: Work[], settled: (() => void)[]): void {
    const endAt = performance.now() + batchMs;
    try {
      this.#database.exec('BEGIN IMMEDIATE');
      do {
        const work = this.#waiting.shift();
        if (work === undefined) break;
        batch.push(work);
        settled.push(this.#runOne(work));
      } while (performance.now() < endAt);
      this.#database.exec('COMMIT');
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  /** Answers how to settle the work once the batch is on disk. */
  #runOne(work: Work): () => void {
    const events: CrewCenterEvent[] = [];
    this.#database.exec('SAVEPOINT work');
    try {
      const result = work.run((event) => events.push(event));
      if (events.length > 0) this.#record(events);
      this.#database.exec('RELEASE work');
      return () => {
        work.answer.resolve(result);
        for (const event of events) this.#told(event);
      };
    } catch (error) {
      this.#database.exec('ROLLBACK TO work');
      this.#database.exec('RELEASE work');
      return () => work.answer.reject(error);
    }
  }

  #rollBack(): void {
    if (this.#database.isOpen && this.#database.isTransaction) this.#database.exec('ROLLBACK');
  }
}
