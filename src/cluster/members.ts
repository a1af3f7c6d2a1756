import { partitionCount } from '../journal/partition.ts';
import type { Peer } from './peer.ts';

/** Who holds which partition at this moment, as this server knows it. */
export interface Members {
  /** Returns the server that holds the partition: `here`, a peer, or null while nobody does. */
  holderOf(partition: number): 'here' | Peer | null;
  /** Whether every partition has a holder. */
  isWhole(): boolean;
  /** Every other server that is known to live. */
  peers(): readonly Peer[];
}

/** Those of a server that is alone. */
export const noOthers: Members = { holderOf: () => 'here', isWhole: () => true, peers: () => [] };

/** Who answers calls: another server, or a part of this one. */
export type Colleague = Pick<Peer, 'call'>;

/** Those who are asked beside the own part. */
export interface Asked {
  peers(): readonly Colleague[];
}

const partitions = [...Array(partitionCount).keys()];

/**
 * Returns what tells whether every partition has had one holder since, the same all the time. Only then may somebody who has asked
 * everybody say that something is unknown.
 */
export function watchHolders(members: Pick<Members, 'holderOf'>): () => boolean {
  const holders = () => partitions.map((partition) => members.holderOf(partition));
  const before = holders();
  return () => holders().every((holder, partition) => holder !== null && holder === before[partition]);
}

/** Returns the partitions that this server holds now. */
export function heldHere({ holderOf }: Pick<Members, 'holderOf'>): readonly number[] {
  return partitions.filter((partition) => holderOf(partition) === 'here');
}

/** The partition whose holder answers for all: pages, the map, the operator, notes that exist once. */
export const firstPartition = 0;
