import { DatabaseUnavailable } from '../../lib/mysql-failures.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { Batch, rowWidth } from '../batch.ts';
import { databaseAway } from '../not-stored.ts';
import type { BatchMessage, Operation } from '../operations.ts';
import type { PartitionState } from './partition-state.ts';

const bufferNumbers = 16 * rowWidth;
/** One that grew beyond this is not kept: there is one for each partition. */
const maxKeptNumbers = 256 * rowWidth;

/** The committer of all partitions, as one of them uses it. */
export interface SharedCommitter {
  requireRoom(count: number): void;
  /**
   * @param count - of writes that were added to a queue
   * @param isUnderWay - whether a commit of that queue is
   */
  added(count: number, isUnderWay: boolean): void;
  hurry(): void;
}

/** Writes of one partition, in order: those that wait, and those of the commit under way. */
export class PartitionQueue {
  readonly state: PartitionState;
  readonly #committer: SharedCommitter;
  readonly #onFenced: () => void;
  #filling: Batch;
  #committing: Batch | null = null;
  #isFenced = false;
  /** How many of the writes that wait the committer has counted. */
  #counted = 0;
  /** The buffer of a commit that has ended, for the next one. */
  #spare: Float64Array<ArrayBuffer> | null = null;
  #commits = 0;
  #rows = 0;
  #failures = 0;

  constructor(state: PartitionState, committer: SharedCommitter, onFenced: () => void) {
    this.state = state;
    this.#committer = committer;
    this.#onFenced = onFenced;
    this.#filling = this.#newBatch();
  }

  get filling(): Batch {
    return this.#filling;
  }

  /** Whether a commit of it is. */
  get isUnderWay(): boolean {
    return this.#committing !== null;
  }

  get waiting(): number {
    return this.#filling.size + (this.#committing?.size ?? 0);
  }

  get counts(): { readonly commits: number; readonly rows: number; readonly failures: number } {
    return { commits: this.#commits, rows: this.#rows, failures: this.#failures };
  }

  /** @throws Refusal `journal-full`, also when another server has the partition */
  requireRoom(count: number): void {
    if (this.#isFenced) throw elsewhere();
    this.#committer.requireRoom(count);
  }

  add(operation: Operation): Promise<void> {
    if (this.#isFenced) return Promise.reject(elsewhere());
    this.#filling.addOperation(operation);
    const { durable } = this.#filling;
    this.added();
    return durable;
  }

  added(): void {
    const { size } = this.#filling;
    this.#committer.added(size - this.#counted, this.isUnderWay);
    this.#counted = size;
  }

  async barrier(): Promise<void> {
    const { size, durable } = this.#filling;
    await Promise.all([this.#committing?.durable, size > 0 ? durable : undefined]);
  }

  /** Settles when nothing waits any more, stored or not. */
  async drain(): Promise<void> {
    while (this.waiting > 0) {
      this.#committer.hurry();
      await (this.#committing ?? this.#filling).durable.catch(() => undefined);
    }
  }

  /** What is waiting is the commit under way from now on. */
  begin(): void {
    this.#committing = this.#filling;
    this.#filling = this.#newBatch();
    this.#counted = 0;
    this.state.texts.learn(this.#committing.message().texts);
  }

  message(): BatchMessage {
    if (this.#committing === null) throw new Error('no commit is under way');
    return this.#committing.message();
  }

  stored(): void {
    const batch = this.#committing;
    this.#committing = null;
    this.#keep(batch);
    this.#commits += 1;
    this.#rows += batch?.size ?? 0;
    batch?.succeed();
  }

  failed(error: unknown): void {
    const batch = this.#committing;
    this.#committing = null;
    this.#failures += 1;
    this.#lose(batch);
    batch?.fail(failureOf(error));
  }

  /** Nothing of this queue is stored any more. */
  fenced(): void {
    if (this.#isFenced) return;
    this.#isFenced = true;
    const batches = [this.#committing, this.#filling];
    this.#committing = null;
    this.#filling = this.#newBatch();
    for (const batch of batches) {
      this.#lose(batch);
      batch?.fail(elsewhere());
    }
    this.#onFenced();
  }

  #lose(batch: Batch | null): void {
    if (batch !== null) this.state.tails.remove(batch.reportNumbers(batch.message().rows));
  }

  #keep(batch: Batch | null): void {
    const rows = batch?.message().rows;
    if (rows !== undefined && rows.length <= maxKeptNumbers) this.#spare = rows;
  }

  #newBatch(): Batch {
    const rows = this.#spare ?? new Float64Array(bufferNumbers);
    this.#spare = null;
    return new Batch(this.state.texts.numbers, rows);
  }
}

function failureOf(error: unknown): Error {
  if (error instanceof DatabaseUnavailable) return databaseAway();
  return new Error(
    `the journal's database refused a write: ${error instanceof Error ? error.message : String(error)}`,
    {
      cause: error,
    },
  );
}

function elsewhere(): Refusal {
  const message = 'Another server took over this pilot. Send it again in a few seconds.';
  return new Refusal('journal-full', { message, retryAfterS: 1 });
}
