import type {
  LeaseTable,
  LeaseView,
  PartitionRow,
  ServerIdentity,
  ServerRow,
  ServerState,
} from '../src/journal/lease-table.ts';

/** Lease rows in memory. */
export class MemoryLeaseTable implements LeaseTable {
  readonly #servers = new Map<string, ServerRow>();
  readonly #partitions: PartitionRow[];

  /** @param partitions - how many there are; their ids start at 0 */
  constructor(partitions: number) {
    this.#partitions = Array.from({ length: partitions }, (_, id) => ({ id, epoch: 0, owner: null }));
  }

  async read(): Promise<LeaseView> {
    return { servers: [...this.#servers.values()], partitions: [...this.#partitions] };
  }

  async beat(server: ServerIdentity, state: ServerState): Promise<void> {
    const beat = (this.#servers.get(server.id)?.beat ?? 0) + 1;
    this.#servers.set(server.id, { ...server, ...state, beat });
  }

  async take(partition: number, epoch: number, owner: string): Promise<number | null> {
    if (this.#partitions[partition]?.epoch !== epoch) return null;
    this.#partitions[partition] = { id: partition, epoch: epoch + 1, owner };
    return epoch + 1;
  }

  async release(partition: number, epoch: number): Promise<void> {
    if (this.#partitions[partition]?.epoch !== epoch) return;
    this.#partitions[partition] = { id: partition, epoch, owner: null };
  }

  async forget(id: string, beat: number | null): Promise<void> {
    if (beat === null || this.#servers.get(id)?.beat === beat) this.#servers.delete(id);
  }
}
