import { randomBytes } from 'node:crypto';
import type { Clock } from '../../lib/clock.ts';
import { type Machine, pause, thisMachine } from '../../lib/machine.ts';
import type { MysqlParameter, MysqlSession } from '../../lib/mysql.ts';
import { DatabaseUnavailable } from '../../lib/mysql-failures.ts';
import { numberOf } from '../../lib/row.ts';
import { type CommitEffects, CommitWriter, type PartitionBatch } from './commit-writer.ts';
import { writeFence } from './fence.ts';
import { type Hosts, rollBack } from './hosts.ts';
import type { PartitionState } from './partition-state.ts';

/** Stored; or nothing of it is, because a partition has a new owner, or because of an error. */
export type Outcome =
  | { readonly kind: 'stored'; readonly effects: CommitEffects }
  | { readonly kind: 'fenced'; readonly states: readonly PartitionState[] }
  | { readonly kind: 'failed'; readonly error: unknown };

/** A transaction that lost against another one is repeated. */
const conflicts = new Set(['ER_LOCK_DEADLOCK', 'ER_LOCK_WAIT_TIMEOUT', 'ER_CHECKREAD']);
const maxTries = 20;
/** Longest pause before such a repetition, in milliseconds. */
const maxConflictPauseMs = 50;
/** Longest pause between two tries to find out whether a commit was stored. */
const maxPauseMs = 2_000;
/** Rows of committers that stored nothing for this long are deleted. */
const keptMs = 30 * 24 * 3_600_000;

export interface TransactionParts {
  /** Names this committer in the table that holds the number of its newest transaction. */
  readonly id: Buffer;
  readonly machine: Machine;
  /** Writes the batches inside the caller's transaction. */
  write(session: MysqlSession, batches: readonly PartitionBatch[]): Promise<CommitEffects>;
}

/** Stores batches, each in one transaction. One at a time: the caller waits for the outcome. */
export class Transactions {
  readonly #hosts: Pick<Hosts, 'session' | 'transaction' | 'count'>;
  readonly #clock: Clock;
  readonly #parts: TransactionParts;
  #number = 0;
  readonly #closed = new AbortController();
  #unclearSince: number | null = null;

  /** @param hosts - with one connection each */
  constructor(
    hosts: Pick<Hosts, 'session' | 'transaction' | 'count'>,
    clock: Clock,
    parts: Partial<TransactionParts> = {},
  ) {
    this.#hosts = hosts;
    this.#clock = clock;
    const write: TransactionParts['write'] = (session, batches) => new CommitWriter(session).write(batches);
    this.#parts = { machine: thisMachine, write, ...parts, id: parts.id ?? randomBytes(16) };
  }

  /** When the answer to a commit was lost that could not be looked up since; null when there is none. On the machine's monotonic clock. */
  get unclearSince(): number | null {
    return this.#unclearSince;
  }

  async prepare(): Promise<void> {
    const now = this.#clock.now();
    await this.#run('INSERT INTO writers (id, number, at) VALUES (?, 0, ?)', [this.#parts.id, now]);
    await this.#run('DELETE FROM writers WHERE at < ?', [now - keptMs]);
  }

  /** Stops looking up an unclear commit; its outcome stays unknown. */
  async close(): Promise<void> {
    this.#closed.abort();
    // A row that stays is deleted by another server when it is old.
    await this.#run('DELETE FROM writers WHERE id = ?', [this.#parts.id]).catch(() => undefined);
  }

  async #run(sql: string, values: readonly MysqlParameter[]): Promise<void> {
    await this.#hosts.transaction((session) => session.run(sql, values));
  }

  async store(batches: readonly PartitionBatch[]): Promise<Outcome> {
    for (let tries = 1; ; tries++) {
      const number = ++this.#number;
      const attempt = new Attempt(this.#parts, number, this.#clock.now());
      try {
        const outcome = await this.#hosts.session((session) => attempt.run(session, batches));
        return outcome;
      } catch (error) {
        // A conflict, or a lost connection, at COMMIT: what became of it is looked up, and never guessed.
        const { effects } = attempt;
        if (effects !== null && (await this.#wasStored(batches, number))) return { kind: 'stored', effects };
        if (!(error instanceof DatabaseUnavailable)) return { kind: 'failed', error };
        const isConflict = conflicts.has(error.code);
        if (tries >= (isConflict ? maxTries : this.#hosts.count)) return { kind: 'failed', error };
        if (!isConflict) continue;
        const { machine } = this.#parts;
        await pause(machine, machine.random() * Math.min(maxConflictPauseMs, 2 ** tries));
      }
    }
  }

  async #wasStored(batches: readonly PartitionBatch[], number: number): Promise<boolean> {
    this.#unclearSince = this.#parts.machine.monotonic();
    try {
      return await this.#lookUp(batches, number);
    } finally {
      this.#unclearSince = null;
    }
  }

  async #lookUp(batches: readonly PartitionBatch[], number: number): Promise<boolean> {
    for (let tries = 0; ; tries++) {
      try {
        return await this.#hosts.session((session) => this.#findOut(session, batches, number));
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable)) throw error;
        const waited = pause(this.#parts.machine, Math.min(maxPauseMs, 50 * 2 ** tries), this.#closed.signal);
        // Closed meanwhile: the database did not answer.
        await waited.catch(() => {
          throw error;
        });
      }
    }
  }

  /**
   * The lost transaction may still be on its way, on another node. Writing the same rows first settles that: it comes before
   * this write, and is seen, or can only fail. When a new owner took a partition, that was such a write.
   */
  async #findOut(session: MysqlSession, batches: readonly PartitionBatch[], number: number): Promise<boolean> {
    const states = batches.map(({ state }) => state);
    try {
      await writeFence(session, states);
      await session.run('COMMIT');
      const [row] = await session.rows('SELECT number FROM writers WHERE id = ?', [this.#parts.id]);
      await session.run('ROLLBACK');
      return row !== undefined && numberOf(row, 'number') === number;
    } catch (error) {
      await rollBack(session, error);
      throw error;
    }
  }
}

/** One try to store a batch. */
class Attempt {
  readonly #parts: TransactionParts;
  readonly #number: number;
  readonly #now: number;
  /** Not null once COMMIT was sent. */
  effects: CommitEffects | null = null;

  constructor(parts: TransactionParts, number: number, now: number) {
    this.#parts = parts;
    this.#number = number;
    this.#now = now;
  }

  async run(session: MysqlSession, batches: readonly PartitionBatch[]): Promise<Outcome> {
    try {
      const states = batches.map(({ state }) => state);
      // Without a COMMIT nothing of it lasts: it is sent once all of this was answered, and the fence held.
      const [fence, writes] = await Promise.allSettled([writeFence(session, states), this.#write(session, batches)]);
      const fenced = settledValue(fence);
      if (fenced.length > 0) {
        await session.run('ROLLBACK');
        return { kind: 'fenced', states: fenced };
      }
      const effects = settledValue(writes);
      this.effects = effects;
      await session.run('COMMIT');
      return { kind: 'stored', effects };
    } catch (error) {
      await rollBack(session, error);
      throw error;
    }
  }

  async #write(session: MysqlSession, batches: readonly PartitionBatch[]): Promise<CommitEffects> {
    // The row of one that stored nothing for long may have been deleted by another server.
    const numbered = session.run(
      `INSERT INTO writers (id, number, at) VALUES (?, ?, ?)
         ON DUPLICATE KEY UPDATE number = VALUES(number), at = VALUES(at)`,
      [this.#parts.id, this.#number, this.#now],
    );
    const [numbering, effects] = await Promise.allSettled([numbered, this.#parts.write(session, batches)]);
    settledValue(numbering);
    return settledValue(effects);
  }
}

/** @throws what it was rejected with */
function settledValue<T>(result: PromiseSettledResult<T>): T {
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}
