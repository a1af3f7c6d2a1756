import { Draws } from '../chance.ts';
import { Adversary } from '../mischief/adversary.ts';
import { type Run, runWorld } from '../run.ts';
import { ClusterAdversary } from './cluster-mischief.ts';
import { type ClusterPlan, clusterPlanOf } from './cluster-plan.ts';
import { ClusterWorld } from './cluster-world.ts';

/** There are many more steps a second than with one server: beats, leases, and news of each other. */
const patience = { quietMs: 1_800_000, maxQuietSteps: 100_000 };

export function runClusterSeed(
  seed: string,
  steps: number,
  servers = 3,
  onLine: ((line: string) => void) | null = null,
): Promise<Run> {
  return runClusterPlan(clusterPlanOf(seed, steps, servers, new Draws(`${seed}/cluster`)), onLine);
}

export function runClusterPlan(plan: ClusterPlan, onLine: ((line: string) => void) | null = null): Promise<Run> {
  const world = new ClusterWorld(plan, onLine);
  const unleash = () => {
    new Adversary(world);
    new ClusterAdversary(world, world.cluster, plan);
  };
  return runWorld(world, unleash, patience);
}
