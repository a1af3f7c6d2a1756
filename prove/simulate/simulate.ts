import type { Prove } from '../prove.ts';
import { invariants } from './invariants/all.ts';
import { provePlanted } from './planted/prove-planted.ts';
import { runChild } from './planted/run-child.ts';
import { runPlan, runSeed } from './run.ts';
import { runSeries, type Series } from './series.ts';

const series: Series = {
  name: 'simulate',
  promise: 'simulated',
  // Fifteen seconds at most, on a machine that does other things too.
  shortSeeds: 40,
  shortSteps: 2_000,
  seeds: 200,
  steps: 2_000,
  atStake: [
    ...['positions acknowledged', 'finishes acknowledged', 'cancels acknowledged', 'starts of the server'],
    ...['events acknowledged', 'settings looked at', 'revoked keys tried'],
    ...['PIREPs judged a second time, plainly', 'flights judged again'],
    ...['sessions of former passwords tried', 'sessions seen to end'],
  ],
  sentences: invariants,
  run: runSeed,
  rerun: runPlan,
  elsewhere: runElsewhere,
};

/**
 * Pilots, a server, its disk and a crew center in virtual time, with everything that can go wrong: by each seed another
 * world, and by the same seed the same world, step for step.
 */
export const simulate: Prove = {
  usage:
    'simulate [--short] [--seed FIRST] [--seeds COUNT] [--steps STEPS] [--minutes MINUTES] [--self-test [--planted BUG] [--into FOLDER]]',
  recordsSelfTest: true,
  async run(options) {
    if (options.selfTest || options.given.planted !== undefined) return provePlanted(options);
    const isKept = await runSeries(series, options);
    // Also that it can fail.
    return (!options.short || (await provePlanted(options))) && isKept;
  },
};

/** The digests of these seeds' traces, made by another process. */
async function runElsewhere(seeds: readonly string[], steps: number): Promise<readonly string[]> {
  const lines = await runChild({ world: 'alone', name: '-', steps }, seeds);
  return lines.map(({ digest }) => digest);
}
