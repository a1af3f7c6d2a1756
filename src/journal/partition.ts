/** Number of partitions of a cluster. It is part of every stored lease and token: it never changes. */
export const partitionCount = 64;

/**
 * Returns the partition of this pilot, 0 to 63. It is the same in every release and on every machine: servers of a cluster
 * agree on it without asking each other. The pilot's flights, sessions and intents are all in this partition.
 */
export function partitionOf(pilotId: string): number {
  // FNV-1a over the UTF-16 units, then the last mixing steps of MurmurHash3, because consecutive ids differ only in low bits.
  let hash = 0x811c9dc5;
  for (let index = 0; index < pilotId.length; index += 1)
    hash = Math.imul(hash ^ pilotId.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) % partitionCount;
}

/** 2020-01-01, in milliseconds. */
const startMs = 1_577_836_800_000;

/**
 * Returns the number of a partition's next flight, above `last`. Numbers of all partitions differ, because each counts those with its own
 * remainder, and go up with time to the second, so that the flights of all can be listed by number, newest first.
 */
export function nextFlightNumber(partition: number, last: number, now: number): number {
  const bySecond = Math.max(0, Math.floor((now - startMs) / 1000)) * partitionCount + partition;
  if (bySecond > last) return bySecond;
  const next = last + 1;
  return next + ((((partition - next) % partitionCount) + partitionCount) % partitionCount);
}
