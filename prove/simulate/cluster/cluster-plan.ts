import { firstPartition } from '../../../src/cluster/members.ts';
import { partitionOf } from '../../../src/cluster/partition.ts';
import type { Draws } from '../chance.ts';
import { type Plan, planOf } from '../plan.ts';

/** What goes wrong between the servers of a cluster and their database. */
export const clusterMischiefKinds = [
  ...['pause', 'cut-database', 'cut-servers', 'database-stands', 'unclear-commits'],
] as const;
export type ClusterMischiefKind = (typeof clusterMischiefKinds)[number];

/** A plan with several servers. */
export interface ClusterPlan extends Plan {
  readonly servers: number;
  /** The partitions that are used: a few, because each is a core with timers of its own. */
  readonly partitions: readonly number[];
  readonly clusterMischief: readonly ClusterMischiefKind[];
  /** How fast the monotonic clock of each server runs. */
  readonly rates: readonly number[];
}

/** Faults of a single server's disk that a database does not have. */
const notHere: readonly Plan['mischief'][number][] = ['disk-full', 'disk-torn'];

export function clusterPlanOf(seed: string, steps: number, servers: number, draws: Draws): ClusterPlan {
  const plan = planOf(seed, steps, draws.fork('plan'));
  const owned = plan.pilots.map(({ account }) => partitionOf(String(account)));
  return {
    ...plan,
    servers,
    mischief: plan.mischief.filter((kind) => !notHere.includes(kind)),
    partitions: [...new Set([firstPartition, ...owned, 7])].sort((a, b) => a - b),
    clusterMischief: clusterMischiefKinds.filter(() => draws.happens(0.6)),
    rates: Array.from({ length: servers }, () => draws.between(0.99, 1.01)),
  };
}
