import { firstPartition } from '../../../src/cluster/members.ts';
import { partitionOf } from '../../../src/cluster/partition.ts';
import type { Draws } from '../chance.ts';
import { type Plan, planOf } from '../plan.ts';

/** What goes wrong between the servers of a cluster and their database. */
export const clusterMischiefKinds = [
  ...['pause', 'cut-database', 'cut-leases', 'cut-servers', 'database-stands', 'unclear-commits'],
] as const;
export type ClusterMischiefKind = (typeof clusterMischiefKinds)[number];

/** A plan with several servers. */
export interface ClusterPlan extends Plan {
  readonly servers: number;
  /** The partitions that are used: a few, because each is a core with timers of its own. */
  readonly partitions: readonly number[];
  readonly clusterMischief: readonly ClusterMischiefKind[];
  /** How fast the monotonic clock of each server runs: nearly right, or in some worlds far too slow at one of them. */
  readonly rates: readonly number[];
  /** Whether one of them is: then a lease lasts too long, and only the database refuses its former owner. */
  readonly isClockBroken: boolean;
}

/** Faults of a single server's disk that a database does not have. */
const notHere: readonly Plan['mischief'][number][] = ['disk-full', 'disk-torn'];

export function clusterPlanOf(seed: string, steps: number, servers: number, draws: Draws): ClusterPlan {
  const plan = planOf(seed, steps, draws.fork('plan'));
  const more = Array.from({ length: draws.whole(0, 5) }, (_, index) => 1 + plan.pilots.length + index);
  const pilots = [
    ...plan.pilots,
    ...more.map((account) => ({ name: `pilot ${account}`, kind: 'sdk' as const, account, length: draws.whole(5, 40) })),
  ];
  const owned = pilots.map(({ account }) => partitionOf(String(account)));
  const isClockBroken = draws.happens(0.3);
  return {
    ...plan,
    ...{ servers, pilots, isClockBroken },
    // Rarer than with one server: to take over takes some ten seconds, in which nobody flies.
    mischiefEveryMs: isClockBroken ? 12_000 : draws.pick([8_000, 20_000, 60_000]),
    mischief: plan.mischief.filter(
      (kind) => !notHere.includes(kind) && !(isClockBroken && kind === 'operator-sessions'),
    ),
    partitions: [...new Set([firstPartition, ...owned, 7])].sort((a, b) => a - b),
    clusterMischief: isClockBroken
      ? ['pause', 'cut-leases', 'cut-leases']
      : clusterMischiefKinds.filter(() => draws.happens(0.6)),
    rates: Array.from({ length: servers }, (_, place) =>
      isClockBroken && place === 0 ? draws.between(0.2, 0.5) : draws.between(0.99, 1.01),
    ),
  };
}
