import { partitionOf } from '../../../src/journal/partition.ts';
import type { World } from '../world.ts';
import type { ClusterProcess } from './cluster-process.ts';
import type { ModelDatabase } from './database.ts';

/** Looks at who writes for which partition, as only somebody can who sees everything. */
export class OwnerWatch {
  readonly #world: World;
  readonly #database: ModelDatabase;
  /** Which process stored something under each epoch of a partition. */
  readonly #writers = new Map<string, string>();

  constructor(world: World, database: ModelDatabase) {
    this.#world = world;
    this.#database = database;
  }

  /** The process has stored something of the partition. */
  noteStored(writer: ClusterProcess, partition: number, epoch: number): void {
    const current = this.#database.epochOf(partition);
    if (current !== epoch)
      this.#world.broken('former-owner', `partition ${partition} was written under epoch ${epoch}, and has ${current}`);
    const key = `${partition}/${epoch}`;
    const first = this.#writers.get(key) ?? writer.id;
    this.#writers.set(key, first);
    if (first !== writer.id)
      this.#world.broken('one-owner', `two servers wrote partition ${partition} under epoch ${epoch}`);
  }

  /** The process begins to change something of this pilot's at the crew center. Holds where clocks run alike. */
  noteWrite(writer: ClusterProcess, pilotId: string): void {
    const partition = partitionOf(pilotId);
    const owner = this.#database.ownerOf(partition);
    if (owner === null || owner === writer.id) return;
    const detail = `server ${writer.place} wrote to the crew center for partition ${partition}, which another has`;
    this.#world.broken('former-owner-silent', detail);
  }
}
