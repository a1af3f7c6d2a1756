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
  /** As many writes as are worth a transaction beside one that is under way. */
  readonly enoughBeside?: number;
  onStored(outcome: Outcome & { readonly kind: 'stored' }): void;
  onFailure(error: unknown): void;
}

/** Number of writes after which a commit takes no further partition along. */
const maxWrites = 8192;
/** So many writes make up for what a transaction costs. */
const enoughBeside = 64;
/** A commit that is unclear for this long makes new writes be refused at once, in milliseconds. */
const patienceMs = 3_000;

/**
 * Group commit over all partitions: writes that arrive while a commit is under way form the next one. Where many wait, they are
 * divided among as many transactions as there may be at once, so that the server packs those of one while the database stores those
 * of another. A partition is in one of them at a time.
 */
export class GroupCommitter {
  readonly #transactions: readonly Transactions[];
  readonly #options: GroupCommitterOptions;
  readonly #machine: Machine;
  readonly #enoughBeside: number;
  readonly #queues = new Set<PartitionQueue>();
  readonly #window: CommitWindow;
  readonly #running = new Set<Transactions>();
  /** Writes that wait: those of partitions of which no commit is under way, and the others. */
  #ready = 0;
  #behind = 0;
  #underWay = 0;
  #commits = 0;
  #rows = 0;
  #failures = 0;

  /** @param transactions - as many as there may be at once */
  constructor(transactions: readonly Transactions[], options: GroupCommitterOptions) {
    this.#transactions = transactions;
    this.#options = options;
    this.#machine = options.machine ?? thisMachine;
    this.#enoughBeside = options.enoughBeside ?? enoughBeside;
    this.#window = new CommitWindow({
      ...options,
      waiting: () => this.#ready,
      isBusy: () => !this.#mayBegin(),
      commit: () => this.#begin(),
    });
  }

  /** Over all partitions. A transaction counts once, however many of them it stores. */
  get counts(): Omit<JournalStats, 'bytes'> {
    const queuedRows = this.#ready + this.#behind + this.#underWay;
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
    for (const { unclearSince } of this.#transactions)
      if (unclearSince !== null && this.#machine.monotonic() - unclearSince > patienceMs) throw databaseAway();
    if (this.#ready + this.#behind + this.#underWay + count > this.#options.queueRows)
      throw journalFull('Too many reports are waiting to be stored.');
  }

  /** Schedules the commit; must be called after something was added to a queue. Never sends in the same turn. */
  added(count: number, isUnderWay: boolean): void {
    if (isUnderWay) this.#behind += count;
    else this.#ready += count;
    this.#window.added();
  }

  /** Commits what is waiting without its window. */
  hurry(): void {
    this.#window.hurry();
  }

  #mayBegin(): boolean {
    const { size } = this.#running;
    return size === 0 || (size < this.#transactions.length && this.#ready >= this.#enoughBeside);
  }

  #begin(): void {
    do {
      const transactions = this.#transactions.find((each) => !this.#running.has(each));
      if (transactions === undefined) return;
      this.#beginOne(transactions);
    } while (this.#ready > 0 && this.#mayBegin());
  }

  #beginOne(transactions: Transactions): void {
    const queues = this.#next();
    this.#window.begin();
    const count = queues.reduce((sum, { filling }) => sum + filling.size, 0);
    this.#ready -= count;
    this.#underWay += count;
    this.#running.add(transactions);
    for (const queue of queues) queue.begin();
    void this.#commit(transactions, queues).finally(() => {
      this.#running.delete(transactions);
      this.#underWay -= count;
      this.#window.ended();
    });
  }

  /** Returns the queues of the next commit by partition, so that two committers lock rows in the same order. */
  #next(): readonly PartitionQueue[] {
    const waiting = [...this.#queues].filter(({ filling, isUnderWay }) => filling.size > 0 && !isUnderWay);
    const free = this.#transactions.length - this.#running.size;
    const shares = Math.min(free, Math.max(1, Math.floor(this.#ready / this.#enoughBeside)));
    const most = Math.min(maxWrites, this.#ready / shares);
    let writes = 0;
    return waiting
      .toSorted((a, b) => a.state.partition - b.state.partition)
      .filter(({ filling }) => {
        const fits = writes < most;
        writes += filling.size;
        return fits;
      });
  }

  async #commit(transactions: Transactions, queues: readonly PartitionQueue[]): Promise<void> {
    const batches = queues.map((queue): PartitionBatch => ({ state: queue.state, message: queue.message() }));
    const outcome = await this.#store(transactions, batches);
    if (outcome.kind === 'stored') {
      this.#commits += 1;
      for (const { message } of batches) this.#rows += message.rowCount + message.operations.length;
      this.#options.onStored(outcome);
      for (const queue of queues) this.#end(queue, () => queue.stored());
      return;
    }
    if (outcome.kind === 'failed') return this.#failed(transactions, queues, outcome.error);
    for (const queue of queues) if (outcome.states.includes(queue.state)) this.#fence(queue);
    const rest = queues.filter((queue) => !outcome.states.includes(queue.state));
    if (rest.length > 0) await this.#commit(transactions, rest);
  }

  /** What waits in it is lost too. */
  #fence(queue: PartitionQueue): void {
    this.#behind -= queue.filling.size;
    queue.fenced();
  }

  /** What waits in it may be in the next commit. */
  #end(queue: PartitionQueue, settle: () => void): void {
    this.#behind -= queue.filling.size;
    this.#ready += queue.filling.size;
    settle();
  }

  async #store(transactions: Transactions, batches: readonly PartitionBatch[]): Promise<Outcome> {
    try {
      return await transactions.store(batches);
    } catch (error) {
      return { kind: 'failed', error };
    }
  }

  /** An error that is one partition's own must not keep the others from being stored. */
  async #failed(transactions: Transactions, queues: readonly PartitionQueue[], error: unknown): Promise<void> {
    if (queues.length === 1 || error instanceof DatabaseUnavailable) {
      this.#failures += 1;
      this.#options.onFailure(error);
      for (const queue of queues) this.#end(queue, () => queue.failed(error));
      return;
    }
    for (const queue of queues) await this.#commit(transactions, [queue]);
  }
}
