import type { Prove } from '../../prove.ts';
import { invariants } from '../invariants/all.ts';
import { provePlanted } from '../planted/prove-planted.ts';
import { runSeries, type Series } from '../series.ts';
import { clusterSentences } from './cluster-invariants.ts';
import type { ClusterPlan } from './cluster-plan.ts';
import { runClusterPlan, runClusterSeed } from './cluster-run.ts';

const servers = 3;

const series: Series = {
  name: 'simulate-cluster',
  promise: 'simulated-cluster',
  shortSeeds: 3,
  shortSteps: 6_000,
  seeds: 200,
  steps: 20_000,
  atStake: [
    'positions acknowledged',
    'finishes acknowledged',
    'starts of the server',
    'commits of a former owner refused',
  ],
  sentences: [...invariants, ...clusterSentences],
  run: (seed, steps) => runClusterSeed(seed, steps, servers),
  rerun: (plan, witness) => runClusterPlan(plan as ClusterPlan, witness),
};

/**
 * The same with three servers that share a journal: leases, the fence, requests that are sent on, and everything that goes
 * wrong between servers and their database.
 */
export const simulateCluster: Prove = {
  usage:
    'simulate-cluster [--short] [--seed FIRST] [--seeds COUNT] [--steps STEPS] [--minutes MINUTES] [--self-test [--planted BUG] [--into FOLDER]]',
  async run(options) {
    if (options.selfTest || options.given.planted !== undefined) return provePlanted(options, 'cluster');
    const isKept = await runSeries(series, options);
    // Also that it can fail.
    return (!options.short || (await provePlanted(options, 'cluster'))) && isKept;
  },
};
