import { type Machine, thisMachine } from '../../lib/machine.ts';
import { DatabaseUnavailable } from '../../lib/mysql-failures.ts';
import { CommitWindow } from '../commit-window.ts';
import type { JournalStats } from '../journal.ts';
import { databaseAway, journalFull } from '../not-stored.ts';
import type { PartitionBatch } from './commit-writer.ts';
import type { PartitionQueue } from './partition-queue.ts';
import type { Outcome, Transactions } from './transactions.ts';

export interface GroupCommitterOptions {
  readonly commitWindowMs: number;
  readonly queueRows: number;
  readonly machine?: Machine;
  onStored(outcome: Outcome & { readonly kind: 'stored' }): void;
  onFailure(error: unknown): void;
}

/** Number of writes after which a commit takes no further partition along. */
const maxWrites = 8192;
/** A commit that is unclear for this long makes new writes be refused at once, in milliseconds. */
const patienceMs = 3_000;

/** Group commit over all partitions: writes that arrive while a commit is under way form the next one. */
export class GroupCommitter {
  readonly #transactions: Transactions;
  readonly #options: GroupCommitterOptions;
  readonly #machine: Machine;
  readonly #queues = new Set<PartitionQueue>();
  readonly #window: CommitWindow;
  #running: Promise<void> | null = null;
  /** Writes that wait for the next commit, and those of the one under way. */
  #filled = 0;
  #underWay = 0;
  #commits = 0;
  #rows = 0;
  #failures = 0;

  constructor(transactions: Transactions, options: GroupCommitterOptions) {
    this.#transactions = transactions;
    this.#options = options;
    this.#machine = options.machine ?? thisMachine;
    this.#window = new CommitWindow({
      ...options,
      waiting: () => this.#filled,
      isBusy: () => this.#running !== null,
      commit: () => this.#begin(),
    });
  }

  /** Over all partitions. A transaction counts once, however many of them it stores. */
  get counts(): Omit<JournalStats, 'bytes'> {
    const queuedRows = this.#filled + this.#underWay;
    return { queuedRows, commits: this.#commits, rows: this.#rows, failures: this.#failures };
  }

  join(queue: PartitionQueue): void {
    this.#queues.add(queue);
  }

  leave(queue: PartitionQueue): void {
    this.#queues.delete(queue);
  }

  /** @throws Refusal `journal-full` */
  requireRoom(count: number): void {
    const { unclearSince } = this.#transactions;
    if (unclearSince !== null && this.#machine.monotonic() - unclearSince > patienceMs) throw databaseAway();
    if (this.#filled + this.#underWay + count > this.#options.queueRows)
      throw journalFull('Too many reports are waiting to be stored.');
  }

  /** Schedules the commit; must be called after something was added to a queue. Never sends in the same turn. */
  added(count: number): void {
    this.#filled += count;
    this.#window.added();
  }

  /** Commits what is waiting without its window. */
  hurry(): void {
    this.#window.hurry();
  }

  #begin(): void {
    const queues = this.#next();
    this.#window.begin();
    const count = queues.reduce((sum, { filling }) => sum + filling.size, 0);
    this.#filled -= count;
    this.#underWay = count;
    for (const queue of queues) queue.begin();
    this.#running = this.#commit(queues).finally(() => {
      this.#running = null;
      this.#underWay = 0;
      this.#window.ended();
    });
  }

  /** Returns the queues of the next commit by partition, so that two committers lock rows in the same order. */
  #next(): readonly PartitionQueue[] {
    const waiting = [...this.#queues].filter(({ filling }) => filling.size > 0);
    let writes = 0;
    const chosen = waiting.filter(({ filling }) => {
      const fits = writes < maxWrites;
      writes += filling.size;
      return fits;
    });
    return chosen.toSorted((a, b) => a.state.partition - b.state.partition);
  }

  async #commit(queues: readonly PartitionQueue[]): Promise<void> {
    const batches = queues.map((queue): PartitionBatch => ({ state: queue.state, message: queue.message() }));
    const outcome = await this.#store(batches);
    if (outcome.kind === 'stored') {
      this.#commits += 1;
      for (const { message } of batches) this.#rows += message.rowCount + message.operations.length;
      this.#options.onStored(outcome);
      for (const queue of queues) queue.stored();
      return;
    }
    if (outcome.kind === 'failed') return this.#failed(queues, outcome.error);
    for (const queue of queues) if (outcome.states.includes(queue.state)) this.#fence(queue);
    const rest = queues.filter((queue) => !outcome.states.includes(queue.state));
    if (rest.length > 0) await this.#commit(rest);
  }

  /** What waits in it is lost too. */
  #fence(queue: PartitionQueue): void {
    this.#filled -= queue.filling.size;
    queue.fenced();
  }

  async #store(batches: readonly PartitionBatch[]): Promise<Outcome> {
    try {
      return await this.#transactions.store(batches);
    } catch (error) {
      return { kind: 'failed', error };
    }
  }

  /** An error that is one partition's own must not keep the others from being stored. */
  async #failed(queues: readonly PartitionQueue[], error: unknown): Promise<void> {
    if (queues.length === 1 || error instanceof DatabaseUnavailable) {
      this.#failures += 1;
      this.#options.onFailure(error);
      for (const queue of queues) queue.failed(error);
      return;
    }
    for (const queue of queues) await this.#commit([queue]);
  }
}
