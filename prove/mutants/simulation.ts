import type { SeedLine, WorldKind } from '../simulate/planted/child.ts';
import { runNode } from './run.ts';

/** How long the simulation may print nothing: a mistake in which it hangs is found. */
const limitMs = 1_200_000;
const stepsOfSeed: Readonly<Record<WorldKind, number>> = { alone: 2_000, cluster: 10_000 };

/** What the simulation found, and after how many steps. */
export interface Simulated {
  /** Null when nothing was found. */
  readonly invariant: string | null;
  readonly steps: number;
}

export interface SimulationOptions {
  /** Where the mistake is, and where it is not. */
  readonly folder: string;
  readonly original: string;
  readonly temporary: string;
  readonly steps: number;
  readonly seed: number;
}

/** Runs seed after seed of the worlds that these files have a part in, until one fails. */
export async function simulate(files: readonly string[], options: SimulationOptions): Promise<Simulated> {
  let steps = 0;
  for (const world of worldsOf(files)) {
    const found = await runWorld(world, options);
    steps += found.steps;
    if (found.invariant !== null) return { invariant: found.invariant, steps };
  }
  return { invariant: null, steps };
}

/** A mistake in what only several servers share is looked for among several. */
export function worldsOf(files: readonly string[]): readonly WorldKind[] {
  const isShared = files.some((file) => /^src\/(cluster|journal\/mysql|server\/cluster)\//.test(file));
  const isAlone = files.some((file) => !/^src\/(cluster|server\/cluster)\//.test(file));
  return [...(isAlone ? (['alone'] as const) : []), ...(isShared ? (['cluster'] as const) : [])];
}

/** A seed that fails without the mistake too has not found it, and is left out. */
async function runWorld(world: WorldKind, options: SimulationOptions): Promise<Simulated> {
  const each = stepsOfSeed[world];
  let seeds = Array.from({ length: Math.ceil(options.steps / each) }, (_, index) => String(options.seed + index));
  let steps = 0;
  while (seeds.length > 0) {
    const found = await runSeeds(world, seeds, options.folder, options.temporary);
    steps += found.steps;
    if (found.invariant === null) break;
    const again = await runSeeds(world, [found.seed], options.original, options.temporary);
    if (again.invariant === null) return { invariant: `${found.invariant} (seed ${found.seed})`, steps };
    seeds = seeds.slice(seeds.indexOf(found.seed) + 1);
  }
  return { invariant: null, steps };
}

/** Runs the seeds in this tree until one fails. */
async function runSeeds(
  world: WorldKind,
  seeds: readonly string[],
  folder: string,
  temporary: string,
): Promise<Simulated & { readonly seed: string }> {
  const ran: SeedLine[] = [];
  const onLine = (line: string): boolean => {
    if (!line.startsWith('{')) return false;
    ran.push(JSON.parse(line) as SeedLine);
    return ran.at(-1)?.invariant !== null;
  };
  const words = ['prove/simulate/planted/child.ts', '--', world, '-', String(stepsOfSeed[world]), ...seeds];
  const { end, said } = await runNode(words, { folder, env: { TMPDIR: temporary }, limitMs, onLine });
  const last = ran.at(-1);
  const steps = ran.reduce((sum, line) => sum + line.steps, 0);
  if (last !== undefined && last.invariant !== null) return { invariant: last.invariant, seed: last.seed, steps };
  const seed = seeds[ran.length] ?? '';
  if (end === 'hung') return { invariant: 'the simulation hangs', seed, steps };
  if (end === 'failed') return { invariant: `the simulation breaks off: ${lastLine(said)}`, seed, steps };
  return { invariant: null, seed, steps };
}

function lastLine(said: string): string {
  const errors = said.split('\n').filter((line) => /Error/.test(line));
  return (errors[0] ?? said.trim().split('\n').at(-1) ?? '').trim().slice(0, 120);
}
