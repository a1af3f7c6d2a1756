import type { Prove, ProveOptions } from '../prove.ts';
import { sumCounts } from './counters.ts';
import { invariants } from './invariants/all.ts';
import { provePlanted } from './planted/prove-planted.ts';
import { type Run, runSeed } from './run.ts';

/** What must have happened for a run to mean something. */
const atStake = ['positions acknowledged', 'finishes acknowledged', 'cancels acknowledged', 'starts of the server'];

/** Fifteen seconds at most, on a machine that does other things too. */
const shortSeeds = 40;
const defaultSeeds = 200;
const defaultSteps = 2_000;

/**
 * Pilots, a server, its disk and a crew center in virtual time, with everything that can go wrong: by each seed another
 * world, and by the same seed the same world, step for step.
 */
export const simulate: Prove = {
  usage:
    'simulate [--short] [--seed FIRST] [--seeds COUNT] [--steps STEPS] [--minutes MINUTES] [--self-test [--planted BUG]]',
  async run(options) {
    if (options.selfTest || options.given.planted !== undefined) return provePlanted(options);
    const { out, figure } = options;
    const startedAt = performance.now();
    const total = new Totals();
    for (const seed of seedsOf(options, startedAt)) {
      const run = await runSeed(String(seed), options.steps ?? defaultSteps);
      total.add(run);
      if (run.problem !== null) report(run, options);
      if (total.runs % 100 === 0) options.note(total.sentence(startedAt));
    }
    out(total.sentence(startedAt));
    out(`faults: ${JSON.stringify(total.faults)}`);
    out(`happened: ${JSON.stringify(total.happened)}`);
    const nothing = total.runs < 20 ? [] : atStake.filter((what) => (total.happened[what] ?? 0) === 0);
    for (const what of nothing) out(`NOTHING WAS AT STAKE: ${what}: 0`);
    const isKept = total.problems.length === 0 && nothing.length === 0;
    figure({ promise: 'simulated', text: total.sentence(startedAt), isKept });
    // Also that it can fail.
    return (!options.short || (await provePlanted(options))) && isKept;
  },
};

/** The seeds of this run, for a number of them or until the time is over. */
function* seedsOf({ seed, seeds, minutes, short }: ProveOptions, startedAt: number): Iterable<number> {
  const first = seed ?? 1;
  const count = seeds ?? (seed !== null && minutes === null ? 1 : short ? shortSeeds : defaultSeeds);
  for (let index = 0; ; index++) {
    const isOver = minutes === null ? index >= count : performance.now() - startedAt > minutes * 60_000;
    if (isOver) return;
    yield first + index;
  }
}

function report({ plan, problem, steps, lastLines }: Run, { out, note }: ProveOptions): void {
  const invariant = invariants.find(({ name }) => name === problem?.invariant);
  out(`seed ${plan.seed}, step ${steps}: NOT KEPT: ${invariant?.sentence ?? problem?.invariant}`);
  out(`  ${problem?.detail}`);
  out(`  again: npm run prove -- simulate --seed ${plan.seed} --steps ${plan.steps}`);
  for (const line of lastLines.slice(-60)) note(`  ${line.slice(0, 300)}`);
}

/** Adds up what several seeds did. */
class Totals {
  runs = 0;
  steps = 0;
  virtualMs = 0;
  readonly problems: string[] = [];
  faults: Readonly<Record<string, number>> = {};
  happened: Readonly<Record<string, number>> = {};

  add(run: Run): void {
    this.runs += 1;
    this.steps += run.steps;
    this.virtualMs += run.virtualMs;
    this.faults = sumCounts([this.faults, run.faults]);
    this.happened = sumCounts([this.happened, run.happened]);
    if (run.problem !== null) this.problems.push(run.plan.seed);
  }

  sentence(startedAt: number): string {
    const seconds = (performance.now() - startedAt) / 1_000;
    const rate = Math.round(this.steps / seconds).toLocaleString('en');
    const hours = Math.round(this.virtualMs / 3_600_000).toLocaleString('en');
    const failed = this.problems.length === 0 ? 'none failed' : `FAILED: seeds ${this.problems.join(', ')}`;
    return `${this.runs} seeds, ${this.steps.toLocaleString('en')} steps (${rate}/s), ${hours} hours of virtual time: ${failed}`;
  }
}
