import type { LeaseHolder, LossReason } from './lease-holder.ts';
import { firstPartition } from './members.ts';

/** What exists once in a cluster, and is done by the server that holds the first partition. */
export interface FirstDuty {
  /** Must be ready before the partition is. When it rejects, the partition is given back. */
  begin(epoch: number): Promise<void>;
  /** Stores what waits, if it still may. Must end on its own, also when the cluster is gone, and must not reject. */
  end(): Promise<void>;
}

/** Works with partitions as another holder does, and with the first one also does what exists once. */
export class FirstHolder implements LeaseHolder {
  readonly #holder: LeaseHolder;
  #duty: FirstDuty | null = null;

  constructor(holder: LeaseHolder) {
    this.#holder = holder;
  }

  set(duty: FirstDuty): void {
    this.#duty = duty;
  }

  async gained(partition: number, epoch: number): Promise<void> {
    const duty = partition === firstPartition ? this.#duty : null;
    try {
      await duty?.begin(epoch);
      await this.#holder.gained(partition, epoch);
    } catch (error) {
      await duty?.end();
      throw error;
    }
  }

  async lost(partition: number, epoch: number, reason: LossReason): Promise<void> {
    const duty = partition === firstPartition ? this.#duty : null;
    await Promise.all([duty?.end(), this.#holder.lost(partition, epoch, reason)]);
  }
}
