import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { Plan } from '../plan.ts';
import type { Run } from '../run.ts';
import type { Witness } from '../story.ts';
import { plantIn } from './bug.ts';
import { bugs } from './bugs.ts';
import { sharingBugs } from './sharing.ts';

/** One server, or several. */
export type WorldKind = 'alone' | 'cluster';

/** What became of one seed, as a line of JSON. */
export interface SeedLine {
  readonly seed: string;
  readonly steps: number;
  readonly invariant: string | null;
  readonly detail: string | null;
  /** Digest of the whole trace. */
  readonly digest: string;
  /** With `--story`: what happens when as little as possible goes wrong. */
  readonly story: readonly string[];
}

/**
 * A process of its own, because a module is loaded once: `child.ts [--story] -- WORLD NAME STEPS SEED…` runs the seeds with this
 * bug in the source until one fails; without a bug, `-`, all of them.
 */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { story: { type: 'boolean' } } });
const [world = 'alone', name = '-', steps = '0', ...seeds] = positionals;
const root = new URL('../../../', import.meta.url);

const bug = [...bugs, ...sharingBugs].find((each) => each.name === name);
if (bug !== undefined) {
  const place = new URL(bug.file, root).href;
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (url !== place) return loaded;
      return { ...loaded, source: plantIn(String(loaded.source), bug) };
    },
  });
} else if (name !== '-') throw new Error(`there is no bug "${name}"`);

const load = (file: string) => import(pathToFileURL(new URL(`prove/simulate/${file}`, root).pathname).href);
const runs = await load(world === 'cluster' ? 'cluster/cluster-run.ts' : 'run.ts');
const runSeed: (seed: string, steps: number) => Promise<Run> = runs.runClusterSeed ?? runs.runSeed;
const runPlan: (plan: Plan, witness?: Witness) => Promise<Run> = runs.runClusterPlan ?? runs.runPlan;
const { shrink } = (await load('shrink.ts')) as typeof import('../shrink.ts');
for (const seed of seeds) {
  const run = await runSeed(seed, Number(steps));
  const story = values.story === true && run.problem !== null ? (await shrink(run, runPlan)).story : [];
  const line: SeedLine = {
    seed,
    story,
    steps: run.steps,
    digest: run.digest,
    invariant: run.problem?.invariant ?? null,
    detail: run.problem?.detail ?? null,
  };
  console.log(JSON.stringify(line));
  if (run.problem !== null && bug !== undefined) break;
}
// A promise of a simulated process that was killed may wait for ever.
process.exit(0);
