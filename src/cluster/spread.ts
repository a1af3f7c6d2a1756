import type { LeaseView } from '../journal/lease-table.ts';

/**
 * Returns the server that should own each partition, by the partition's id: evenly, and with as few moves as possible. All
 * servers that see the same rows compute the same. A partition is missing when there is no server.
 * @param alive - ids of the servers that take partitions
 */
export function spread(partitions: LeaseView['partitions'], alive: ReadonlySet<string>): ReadonlyMap<number, string> {
  const planned = new Map<number, string>();
  const quotas = shares(partitions, alive);
  const homeless: number[] = [];
  for (const { id, owner } of [...partitions].sort((a, b) => a.id - b.id)) {
    const left = owner === null ? 0 : (quotas.get(owner) ?? 0);
    if (owner === null || left === 0) {
      homeless.push(id);
      continue;
    }
    quotas.set(owner, left - 1);
    planned.set(id, owner);
  }
  const takers = [...quotas].flatMap(([id, left]) => Array.from({ length: left }, () => id));
  homeless.forEach((partition, index) => {
    const taker = takers[index];
    if (taker !== undefined) planned.set(partition, taker);
  });
  return planned;
}

/** How many partitions each server should own; those that own most now get the remainder, so that fewest move. */
function shares(partitions: LeaseView['partitions'], alive: ReadonlySet<string>): Map<string, number> {
  const held = new Map([...alive].sort().map((id) => [id, 0]));
  for (const { owner } of partitions) {
    const count = owner === null ? undefined : held.get(owner);
    if (owner !== null && count !== undefined) held.set(owner, count + 1);
  }
  const share = Math.floor(partitions.length / Math.max(1, alive.size));
  const remainder = partitions.length - share * alive.size;
  const byHeld = [...held].sort(([a, heldByA], [b, heldByB]) => heldByB - heldByA || (a < b ? -1 : 1));
  return new Map(byHeld.map(([id], index) => [id, share + (index < remainder ? 1 : 0)]));
}
