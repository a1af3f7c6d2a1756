import { Draws } from '../chance.ts';
import { Adversary } from '../mischief/adversary.ts';
import { type Run, runWorld } from '../run.ts';
import type { Witness } from '../story.ts';
import { ClusterAdversary } from './cluster-mischief.ts';
import { type ClusterPlan, clusterPlanOf } from './cluster-plan.ts';
import { ClusterWorld } from './cluster-world.ts';

/** There are many more steps a second than with one server: beats, leases, and news of each other. */
const patience = { quietMs: 1_800_000, maxQuietSteps: 100_000 };

export function runClusterSeed(seed: string, steps: number, servers = 3, witness?: Witness): Promise<Run> {
  return runClusterPlan(clusterPlanOf(seed, steps, servers, new Draws(`${seed}/cluster`)), witness);
}

export function runClusterPlan(plan: ClusterPlan, witness?: Witness): Promise<Run> {
  const world = new ClusterWorld(plan, witness);
  const unleash = () => {
    new Adversary(world);
    new ClusterAdversary(world, world.cluster, plan);
  };
  return runWorld(world, unleash, patience);
}
