import type { Bug } from './bug.ts';
import type { SeedLine, WorldKind } from './child.ts';
import { KeptTries, type Try } from './kept-tries.ts';
import { runChild } from './run-child.ts';

export interface PlantedOptions {
  readonly world: WorldKind;
  readonly bugs: readonly Bug[];
  /** With how many series of seeds each is looked for. */
  readonly tries: number;
  /** How many seeds a series has, and how many steps a seed. */
  readonly seeds: number;
  readonly steps: number;
  readonly processes: number;
  /** Where what was tried is kept; null for nowhere. */
  readonly folder: string | null;
  out(text: string): void;
  note(text: string): void;
}

/** How a bug was found, or not. */
export interface Finding {
  readonly name: string;
  /** What each try that found it took, over all of its seeds. */
  readonly steps: readonly number[];
  readonly invariants: readonly string[];
  /** The seed by which each was found. */
  readonly seeds: readonly string[];
  /** How many tries did not find it. */
  readonly missed: number;
}

/** What became of all of them. */
export interface PlantedRun {
  readonly findings: readonly Finding[];
  /** Seeds that failed with a mistake, and fail without it too. */
  readonly failed: readonly string[];
}

/**
 * With each mistake a seed has to fail in every try, and not without it: the seeds that failed are run without it too, and whichever
 * fails then has found nothing.
 */
export async function findPlanted(options: PlantedOptions): Promise<PlantedRun> {
  const { tries, seeds, processes, bugs, out, note } = options;
  const series = Array.from({ length: tries }, (_, each) =>
    Array.from({ length: seeds }, (_, index) => `planted ${each + 1}.${index + 1}`),
  );
  const kept = new KeptTries(options.folder);
  const failed = new Set<string>();
  const honest = new Map<string, Promise<SeedLine | undefined>>();
  const honestLine = (seed: string) => {
    const known = honest.get(seed) ?? run('-', [seed]).then(([line]) => line);
    honest.set(seed, known);
    return known;
  };
  const run = (name: string, each: readonly string[]) =>
    runChild({ world: options.world, name, steps: options.steps }, each);

  /** Of one series, until a seed fails that does not fail without the mistake. */
  async function look(name: string, all: readonly string[]): Promise<Try> {
    let steps = 0;
    let left = all;
    while (left.length > 0) {
      const lines = await run(name, left);
      steps += lines.reduce((sum, line) => sum + line.steps, 0);
      const { invariant = null, seed = '' } = lines.at(-1) ?? {};
      if (invariant === null) break;
      const without = await honestLine(seed);
      if (without?.invariant === null) return { steps, invariant, seed };
      if (!failed.has(seed)) out(`Without a bug, ${seed} fails: ${without?.invariant}, ${without?.detail}`);
      failed.add(seed);
      left = left.slice(left.indexOf(seed) + 1);
    }
    return { steps, invariant: null, seed: '' };
  }

  const findings = await inParallel(processes, bugs, async (bug) => {
    const tried: Try[] = [];
    for (const each of series)
      tried.push(await kept.of(options.world, bug, options.steps, each, () => look(bug.name, each)));
    const finding = findingOf(bug.name, tried);
    note(`${bug.name}: found by ${finding.steps.length} of ${tries} tries`);
    return finding;
  });
  return { findings, failed: [...failed] };
}

function findingOf(name: string, tried: readonly Try[]): Finding {
  const found = tried.filter(({ invariant }) => invariant !== null);
  return {
    name,
    steps: found.map(({ steps }) => steps),
    invariants: found.map(({ invariant }) => String(invariant)),
    seeds: found.map(({ seed }) => seed),
    missed: tried.length - found.length,
  };
}

/** Rows of cells, the first with their names. */
export function tableOf(findings: readonly Finding[], bugs: readonly Bug[]): readonly (readonly string[])[] {
  const rows = findings.map(({ name, steps, invariants, missed }) => [
    name,
    [...new Set(invariants)].join(', ') || 'not found',
    steps.length === 0 ? '–' : String(median(steps)),
    `${steps.length} of ${steps.length + missed} tries`,
    bugs.find((bug) => bug.name === name)?.sentence ?? '',
  ]);
  return [['mistake', 'noticed by', 'median steps', 'found by', 'what it does'], ...rows];
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}

async function inParallel<T, R>(
  count: number,
  items: readonly T[],
  run: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  const waiting = items.map((item, index) => ({ item, index }));
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      results[next.index] = await run(next.item);
  };
  await Promise.all(Array.from({ length: count }, work));
  return results;
}
