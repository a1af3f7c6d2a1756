import { firstPartition } from '../../../src/cluster/members.ts';
import { partitionOf } from '../../../src/journal/partition.ts';
import type { Draws } from '../chance.ts';
import { type MischiefKind, type Plan, type PlannedPilot, planOf } from '../plan.ts';

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

/** Faults of a single server's disk that a database does not have; and what needs one server that all requests reach. */
const notHere: readonly MischiefKind[] = [
  'disk-full',
  'disk-torn',
  'worst-moment',
  'rival',
  'staff-rules',
  'staff-judges',
];
/** All that goes on beside a broken clock, so that much is reported to whoever believes to be the owner. */
const besideBrokenClock: readonly MischiefKind[] = ['network', 'client-offline', 'echo', 'server-restart'];

/** By these a lease ends while its owner does not know it, in one of many moments: they happen more often than others. */
const ofLeases: ReadonlySet<ClusterMischiefKind> = new Set(['pause', 'cut-leases']);

/** What is promised where clocks run alike: a former owner that does not know it knows no session of the new one's. */
const byClocks = ['sessions-last', 'former-owner-silent', 'credentials-end', 'settings-are-read'];

export function clusterPlanOf(seed: string, steps: number, servers: number, draws: Draws): ClusterPlan {
  const plan = planOf(seed, steps, draws.fork('plan'));
  const isClockBroken = draws.happens(0.3);
  const pilots = [...plan.pilots, ...morePilots(plan.pilots.length, isClockBroken ? 6 : draws.whole(0, 5), draws)];
  const owned = pilots.map(({ account }) => partitionOf(String(account)));
  const isHere = (kind: MischiefKind) => (isClockBroken ? besideBrokenClock.includes(kind) : !notHere.includes(kind));
  return {
    ...plan,
    // They share a database.
    journal: 'model',
    servers,
    pilots,
    isClockBroken,
    mischief: plan.mischief.filter(isHere),
    exempt: isClockBroken ? byClocks : [],
    // Rarer than with one server: to take over takes some ten seconds, in which nobody flies.
    mischiefEveryMs: isClockBroken ? 12_000 : draws.pick([8_000, 20_000, 60_000]),
    partitions: [...new Set([firstPartition, ...owned, 7])].sort((a, b) => a - b),
    clusterMischief: isClockBroken
      ? ['pause', 'cut-leases', 'cut-leases']
      : clusterMischiefKinds
          .filter(() => draws.happens(0.6))
          .flatMap((kind) => (ofLeases.has(kind) ? [kind, kind, kind] : [kind])),
    rates: Array.from({ length: servers }, (_, place) =>
      isClockBroken && place === 0 ? draws.between(0.2, 0.5) : draws.between(0.99, 1.01),
    ),
  };
}

function morePilots(there: number, count: number, draws: Draws): readonly PlannedPilot[] {
  return Array.from({ length: count }, (_, index) => {
    const account = 1 + there + index;
    return { name: `pilot ${account}`, kind: 'sdk', account, length: draws.whole(5, 40) };
  });
}
