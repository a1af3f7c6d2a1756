import type { Machine } from '../lib/machine.ts';
import { Batch, rowWidth } from './batch.ts';
import { CommitWindow } from './commit-window.ts';
import { journalFull, toError } from './not-stored.ts';
import type { BatchFailure, BatchResult, Operation } from './operations.ts';
import type { TextNumbers } from './texts.ts';
import type { Writer } from './writer-thread.ts';

export interface CommitterOptions {
  readonly texts: TextNumbers;
  /** How long the first write of a batch waits for others, in milliseconds. */
  readonly commitWindowMs: number;
  /** Maximum number of waiting writes, including those of the commit in progress. */
  readonly queueRows: number;
  /** The timer of the window; by default this machine's. */
  readonly machine?: Machine | undefined;
  onCommit(result: BatchResult): void;
  /** @param lost - flight and number of every report of the batch, none of which is stored */
  onFailure(failure: BatchFailure, lost: Iterable<readonly [flight: number, number: number]>): void;
}

/** Initial capacity of a buffer, in rows. */
const bufferNumbers = 64 * rowWidth;

/**
 * Group commit: writes that arrive while a batch is being written form the next batch. The writer's thread has one
 * batch at a time; two buffers are transferred between the threads and never copied.
 */
export class Committer {
  readonly #options: CommitterOptions;
  readonly #writer: Writer;
  readonly #window: CommitWindow;
  #spare: Float64Array<ArrayBuffer> | null = null;
  #filling: Batch;
  #committing: Batch | null = null;
  #rows = 0;
  #commits = 0;
  #failures = 0;
  /** Those who wait for a scrub, in the order of the answers. */
  readonly #scrubs: ((failure: BatchFailure | null) => void)[] = [];

  constructor(writer: Writer, options: CommitterOptions) {
    this.#options = options;
    this.#writer = writer;
    this.#filling = this.#newBatch();
    this.#window = new CommitWindow({
      commitWindowMs: options.commitWindowMs,
      machine: options.machine,
      waiting: () => this.#filling.size,
      isBusy: () => this.#committing !== null,
      commit: () => this.#commit(),
    });
  }

  /** Settles when the writer's thread is ready; must be awaited before anything is added. */
  async ready(): Promise<void> {
    await this.#writer.ready();
    this.#writer.onAnswer((result) => {
      if ('scrubFailure' in result) this.#scrubs.shift()?.(result.scrubFailure);
      else this.#committed(result);
    });
  }

  get filling(): Batch {
    return this.#filling;
  }

  get waiting(): number {
    return this.#filling.size + (this.#committing?.size ?? 0);
  }

  get counts(): { readonly commits: number; readonly rows: number; readonly failures: number } {
    return { commits: this.#commits, rows: this.#rows, failures: this.#failures };
  }

  /** Checks that `count` more writes fit. @throws Refusal `journal-full` */
  requireRoom(count: number): void {
    if (this.waiting + count > this.#options.queueRows) throw journalFull('Too many reports are waiting to be stored.');
  }

  /** Adds a write to the current batch, and returns the promise of that batch. */
  add(operation: Operation): Promise<void> {
    this.#filling.addOperation(operation);
    const { durable } = this.#filling;
    this.added();
    return durable;
  }

  /** Schedules the commit; must be called after something was added to `filling`. Never sends in the same turn. */
  added(): void {
    this.#window.added();
  }

  /** Settles when everything added so far is on disk; rejects when any of it could not be stored. */
  async barrier(): Promise<void> {
    const { size, durable } = this.#filling;
    await Promise.all([this.#committing?.durable, size > 0 ? durable : undefined]);
  }

  /** Overwrites what deleted rows left in the file. Commits wait meanwhile. @throws Refusal `journal-full` when it cannot be done now */
  async scrub(): Promise<void> {
    const done = Promise.withResolvers<BatchFailure | null>();
    this.#scrubs.push(done.resolve);
    this.#writer.scrub();
    const failure = await done.promise;
    if (failure !== null) throw toError(failure);
  }

  /** Writes everything that is waiting, then ends the writer's thread. */
  async close(): Promise<void> {
    while (this.waiting > 0) {
      this.#window.hurry();
      await this.#committing?.durable.catch(() => undefined);
    }
    await this.#writer.close();
  }

  /** Ends the writer's thread at once: nothing was added yet. */
  abandon(): void {
    this.#writer.abandon();
  }

  #commit(): void {
    this.#window.begin();
    const batch = this.#filling;
    this.#committing = batch;
    this.#filling = this.#newBatch();
    this.#writer.write(batch.message());
  }

  #committed(result: BatchResult): void {
    const batch = this.#committing;
    if (batch === null) return;
    this.#committing = null;
    this.#spare = result.rows;
    if (result.failure === null) {
      this.#commits += 1;
      this.#rows += batch.size;
      this.#options.onCommit(result);
      batch.succeed();
    } else {
      this.#failures += 1;
      this.#options.onFailure(result.failure, batch.reportNumbers(result.rows));
      batch.fail(toError(result.failure));
    }
    this.#window.ended();
  }

  #newBatch(): Batch {
    const rows = this.#spare ?? new Float64Array(bufferNumbers);
    this.#spare = null;
    return new Batch(this.#options.texts, rows);
  }
}
