import type { DatabaseSync } from 'node:sqlite';
import { damageIn, withoutSync } from '../../lib/sqlite.ts';
import type { CrewCenterEvent } from './events.ts';

/** Passed to each work item to emit events, which are delivered once it is on disk. */
export type Emit = (event: CrewCenterEvent) => void;

interface Work {
  readonly run: (emit: Emit) => unknown;
  /** Whether it settles only when it is on disk. */
  readonly isLasting: boolean;
  readonly answer: PromiseWithResolvers<unknown>;
  /** Whether it has a transaction of its own: one that it was in met a damaged page. */
  isAlone: boolean;
}

/** Maximum duration of a shared transaction, so that many concurrent starts do not delay positions. */
const batchMs = 8;

/**
 * Writes of one turn of the event loop share one transaction, and so one disk sync: a hundred flights that start
 * together need one. Each has its own savepoint, so that a failure does not affect the others.
 */
export class WriteQueue {
  readonly #database: DatabaseSync;
  readonly #record: (events: readonly CrewCenterEvent[]) => void;
  readonly #deliver: (event: CrewCenterEvent) => void;
  #waiting: Work[] = [];
  /** While somebody else writes to the file. */
  #isHeld = false;

  /** @param record - receives the events of each work item in its transaction; `deliver` receives each one after the commit */
  constructor(
    database: DatabaseSync,
    record: (events: readonly CrewCenterEvent[]) => void,
    deliver: (event: CrewCenterEvent) => void,
  ) {
    this.#database = database;
    this.#record = record;
    this.#deliver = deliver;
  }

  /** Settles when the work is on disk (or done, if it need not be durable); rejects with its error, or that of the commit. */
  write<T>(run: (emit: Emit) => T, isLasting = true): Promise<T> {
    const answer = Promise.withResolvers<unknown>();
    if (this.#waiting.length === 0 && !this.#isHeld) setImmediate(() => this.#flush());
    this.#waiting.push({ run, isLasting, answer, isAlone: false });
    return answer.promise as Promise<T>;
  }

  /** Runs work that writes to the file by another connection; what is written meanwhile waits. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    await this.write(() => undefined);
    this.#isHeld = true;
    try {
      return await work();
    } finally {
      this.#isHeld = false;
      if (this.#waiting.length > 0) setImmediate(() => this.#flush());
    }
  }

  #flush(): void {
    if (this.#isHeld) return;
    const batch: Work[] = [];
    const settled: (() => void)[] = [];
    const commit = () => this.#commit(batch, settled);
    try {
      if (this.#waiting.some(({ isLasting }) => isLasting)) commit();
      else withoutSync(this.#database, commit);
      for (const settle of settled) settle();
    } catch (error) {
      if (batch.length > 1 && damageIn(error) !== null) this.#runApart(batch);
      else for (const work of batch.length > 0 ? batch : this.#waiting.splice(0)) work.answer.reject(error);
    }
    if (this.#waiting.length > 0) setImmediate(() => this.#flush());
  }

  /** After damage SQLite commits nothing more of a transaction: each of them gets one of its own. */
  #runApart(batch: readonly Work[]): void {
    for (const work of batch) work.isAlone = true;
    this.#waiting.unshift(...batch);
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
      } while (performance.now() < endAt && !batch[0]?.isAlone);
      this.#database.exec('COMMIT');
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  /** Runs the work and returns a function that settles it once the batch is on disk. */
  #runOne(work: Work): () => void {
    const events: CrewCenterEvent[] = [];
    let settle: () => void;
    this.#database.exec('SAVEPOINT work');
    try {
      const result = work.run((event) => events.push(event));
      if (events.length > 0) this.#record(events);
      settle = () => {
        work.answer.resolve(result);
        for (const event of events) this.#deliver(event);
      };
    } catch (error) {
      // A full disk ends the whole transaction by itself, and the savepoint with it: the batch has failed.
      if (!this.#database.isTransaction) throw error;
      this.#database.exec('ROLLBACK TO work');
      settle = () => work.answer.reject(error);
    }
    // Outside: where this fails nobody knows whether the savepoint is still there, and the batch has failed.
    this.#database.exec('RELEASE work');
    return settle;
  }

  #rollBack(): void {
    if (this.#database.isOpen && this.#database.isTransaction) this.#database.exec('ROLLBACK');
  }
}
