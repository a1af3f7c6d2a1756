import type { ProveOptions } from '../prove.ts';
import { sumCounts } from './counters.ts';
import { excusesIn } from './excuses.ts';
import { isLong } from './long-flight.ts';
import type { Plan } from './plan.ts';
import type { Run } from './run.ts';
import { shrink } from './shrink.ts';
import type { Witness } from './story.ts';

/** Seeds of one kind of world, one after the other. */
export interface Series {
  /** The proof, as `npm run prove` names it. */
  readonly name: string;
  /** The promise of `promises/promises.ts` that it shows. */
  readonly promise: string;
  readonly shortSeeds: number;
  readonly shortSteps: number;
  readonly seeds: number;
  readonly steps: number;
  /** What must have happened for a run to mean something. */
  readonly atStake: readonly string[];
  /** What a failure prints, by the name of the invariant. */
  readonly sentences: readonly { readonly name: string; readonly sentence: string }[];
  run(seed: string, steps: number): Promise<Run>;
  /** Runs a plan of this kind of world, of which more or less is left. */
  rerun?(plan: Plan, witness?: Witness): Promise<Run>;
  /** Runs seeds in another process. Answers the digests of their traces. */
  elsewhere?(seeds: readonly string[], steps: number): Promise<readonly string[]>;
}

/** So many of the first seeds are run again in another process: their traces must be the same, byte for byte. */
const repeatedSeeds = 20;

/** Runs the seeds, and prints what became of them. Answers whether everything held. */
export async function runSeries(series: Series, options: ProveOptions): Promise<boolean> {
  const { out, figure } = options;
  const startedAt = performance.now();
  const total = new Totals();
  for (const seed of seedsOf(options, series, startedAt)) {
    const run = await series.run(String(seed), options.steps ?? (options.short ? series.shortSteps : series.steps));
    total.add(run);
    if (run.problem !== null) await report(run, options, series, total.problems.length === 1);
    if (total.runs % 100 === 0) options.note(total.sentence(startedAt));
  }
  out(total.sentence(startedAt));
  out(`faults: ${JSON.stringify(total.faults)}`);
  out(`happened: ${JSON.stringify(total.happened)}`);
  const nothing = total.runs < 20 ? [] : series.atStake.filter((what) => (total.happened[what] ?? 0) === 0);
  for (const what of nothing) out(`NOTHING WAS AT STAKE: ${what}: 0`);
  const excused = excusesIn(total.happened);
  for (const line of excused.lines) out(line);
  const isNarrow = total.runs < 20 || excused.isWithin;
  const text = total.sentence(startedAt);
  const repeated = await repeat(series, options, total.first);
  const isKept = total.problems.length === 0 && nothing.length === 0 && isNarrow && repeated.isSame;
  figure({ promise: series.promise, text: `${text}${repeated.text}`, isKept });
  return isKept;
}

/** Runs the first seeds again in another process. */
async function repeat(
  { elsewhere }: Series,
  { short, out }: ProveOptions,
  runs: readonly Run[],
): Promise<{ readonly isSame: boolean; readonly text: string }> {
  const [first] = runs;
  if (short || elsewhere === undefined || first === undefined || runs.length < repeatedSeeds)
    return { isSame: true, text: '' };
  const seeds = runs.map(({ plan }) => plan.seed);
  const digests = await elsewhere(seeds, first.plan.steps);
  const changed = runs.filter(({ digest }, index) => digest !== digests[index]);
  for (const { plan } of changed) out(`seed ${plan.seed}: ANOTHER TRACE in another process`);
  const same = runs.length - changed.length;
  const text = `; the same trace, byte for byte, of ${same} of ${runs.length} seeds in another process`;
  return { isSame: changed.length === 0, text };
}

/** The seeds of this run, for a number of them or until the time is over. */
function* seedsOf({ seed, seeds, minutes, short }: ProveOptions, series: Series, startedAt: number): Iterable<number> {
  const first = seed ?? 1;
  const count = seeds ?? (seed !== null && minutes === null ? 1 : short ? series.shortSeeds : series.seeds);
  for (let index = 0; ; index++) {
    const isOver = minutes === null ? index >= count : performance.now() - startedAt > minutes * 60_000;
    if (isOver) return;
    yield first + index;
  }
}

/** @param isTold - whether it is told what is left when nothing else goes wrong: that takes a minute */
async function report(run: Run, { out, note, short }: ProveOptions, series: Series, isTold: boolean): Promise<void> {
  const { plan, problem, steps, lastLines } = run;
  const invariant = series.sentences.find(({ name }) => name === problem?.invariant);
  out(`seed ${plan.seed}, step ${steps}: NOT KEPT: ${invariant?.sentence ?? problem?.invariant}`);
  out(`  ${problem?.detail}`);
  out(`  again: npm run prove -- ${series.name} --seed ${plan.seed} --steps ${plan.steps}`);
  for (const line of lastLines.slice(-60)) note(`  ${line.slice(0, 300)}`);
  // A world that takes minutes is not run again some hundred times.
  if (short || !isTold || series.rerun === undefined || plan.pilots.some(isLong)) return;
  out('  the same in short:');
  for (const line of (await shrink(run, series.rerun)).story) out(`    ${line}`);
}

/** Adds up what several seeds did. */
class Totals {
  runs = 0;
  steps = 0;
  virtualMs = 0;
  readonly problems: string[] = [];
  readonly first: Run[] = [];
  faults: Readonly<Record<string, number>> = {};
  happened: Readonly<Record<string, number>> = {};

  add(run: Run): void {
    this.runs += 1;
    if (this.first.length < repeatedSeeds) this.first.push(run);
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
