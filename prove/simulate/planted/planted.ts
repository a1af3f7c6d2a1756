import type { Bug } from './bug.ts';
import type { WorldKind } from './child.ts';
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
  /** Seeds that fail without a bug. */
  readonly failed: readonly string[];
}

/** Without a bug no seed may fail; with each of them one must, in every try. */
export async function findPlanted(options: PlantedOptions): Promise<PlantedRun> {
  const { tries, seeds, processes, bugs, world, out, note } = options;
  const series = Array.from({ length: tries }, (_, each) =>
    Array.from({ length: seeds }, (_, index) => `planted ${each + 1}.${index + 1}`),
  );
  const honest = (
    await inParallel(processes, series, (each) => runChild({ world, name: '-', steps: options.steps }, each))
  ).flat();
  const failed = honest.filter(({ invariant }) => invariant !== null);
  for (const { seed, invariant, detail } of failed) out(`Without a bug, ${seed} fails: ${invariant}, ${detail}`);
  const good = series.map((each) => each.filter((seed) => !failed.some((line) => line.seed === seed)));
  const findings = await inParallel(processes, bugs, async ({ name }) => {
    const finding = await find(world, name, options.steps, good);
    note(`${name}: found by ${finding.steps.length} of ${tries} tries`);
    return finding;
  });
  return { findings, failed: failed.map(({ seed }) => seed) };
}

async function find(
  world: WorldKind,
  name: string,
  most: number,
  series: readonly (readonly string[])[],
): Promise<Finding> {
  const steps: number[] = [];
  const invariants: string[] = [];
  const failing: string[] = [];
  for (const seeds of series) {
    const lines = await runChild({ world, name, steps: most }, seeds);
    const { invariant = null, seed = '' } = lines.at(-1) ?? {};
    if (invariant === null) continue;
    failing.push(seed);
    steps.push(lines.reduce((sum, line) => sum + line.steps, 0));
    invariants.push(invariant);
  }
  return { name, steps, invariants, seeds: failing, missed: series.length - steps.length };
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
