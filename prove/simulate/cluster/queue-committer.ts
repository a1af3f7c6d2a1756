import type { PartitionQueue } from '../../../src/journal/mysql/partition-queue.ts';
import type { Operation } from '../../../src/journal/operations.ts';
import type { Committer, Write } from '../model-journal/model-committer.ts';

/** What the model journal writes, as an operation in a real batch. */
export interface ModelOperation {
  readonly kind: 'model';
  readonly write: Write;
}

/** Gives the writes of a model journal to the real queue of its partition. */
export class QueueCommitter implements Committer {
  readonly #queue: PartitionQueue;
  readonly #onClosed: () => void;

  constructor(queue: PartitionQueue, onClosed: () => void) {
    this.#queue = queue;
    this.#onClosed = onClosed;
  }

  get waiting(): number {
    return this.#queue.waiting;
  }

  get counts() {
    return this.#queue.counts;
  }

  requireRoom(count: number): void {
    this.#queue.requireRoom(count);
  }

  add(...writes: readonly Write[]): Promise<void> {
    // All that is added in one turn is in one batch, and has one promise.
    const added = writes.map((write) => {
      const operation: ModelOperation = { kind: 'model', write };
      return this.#queue.add(operation as unknown as Operation);
    });
    return added.at(-1) ?? Promise.resolve();
  }

  barrier(): Promise<void> {
    return this.#queue.barrier();
  }

  async close(): Promise<void> {
    await this.#queue.drain();
    this.#onClosed();
  }

  /** A process that dies takes its queue along. */
  die(): void {}
}
