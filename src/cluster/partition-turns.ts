import type { LeaseHolder, LossReason } from './lease-holder.ts';

/** Calls the holder so that for each partition one call follows the other. */
export class PartitionTurns {
  readonly #holder: LeaseHolder;
  readonly #failed: (partition: number, epoch: number, error: unknown) => Promise<void>;
  readonly #chains = new Map<number, Promise<void>>();
  readonly #leaving = new Set<number>();

  /** @param failed - called when a partition that was gained could not be opened */
  constructor(holder: LeaseHolder, failed: (partition: number, epoch: number, error: unknown) => Promise<void>) {
    this.#holder = holder;
    this.#failed = failed;
  }

  gained(partition: number, epoch: number): void {
    void this.#chain(partition, async () => {
      try {
        await this.#holder.gained(partition, epoch);
      } catch (error) {
        await this.#failed(partition, epoch, error);
      }
    });
  }

  /** A partition that is already being closed is not closed twice. */
  lost(partition: number, epoch: number, reason: LossReason): Promise<void> {
    if (this.#leaving.has(partition)) return this.idleOf(partition);
    this.#leaving.add(partition);
    return this.#chain(partition, async () => {
      try {
        await this.#holder.lost(partition, epoch, reason);
      } finally {
        this.#leaving.delete(partition);
      }
    });
  }

  isBusy(partition: number): boolean {
    return this.#chains.has(partition);
  }

  isLeaving(partition: number): boolean {
    return this.#leaving.has(partition);
  }

  async idleOf(partition: number): Promise<void> {
    await this.#chains.get(partition);
  }

  async idle(): Promise<void> {
    await Promise.all(this.#chains.values());
  }

  #chain(partition: number, task: () => Promise<void>): Promise<void> {
    const chain: Promise<void> = (this.#chains.get(partition) ?? Promise.resolve()).then(task).finally(() => {
      if (this.#chains.get(partition) === chain) this.#chains.delete(partition);
    });
    this.#chains.set(partition, chain);
    return chain;
  }
}
