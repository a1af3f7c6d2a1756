import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Bug } from './bug.ts';
import type { SeedLine, WorldKind } from './child.ts';

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
  /** How many tries did not find it. */
  readonly missed: number;
}

/** Without a bug no seed may fail; with each of them one must, in every try. Prints the table, and answers whether it is so. */
export async function findPlanted(options: PlantedOptions): Promise<boolean> {
  const { tries, seeds, processes, bugs, world, out, note } = options;
  const series = Array.from({ length: tries }, (_, each) =>
    Array.from({ length: seeds }, (_, index) => `planted ${each + 1}.${index + 1}`),
  );
  const honest = (await inParallel(processes, series, (each) => runChild(world, '-', options.steps, each))).flat();
  const failed = honest.filter(({ invariant }) => invariant !== null);
  for (const { seed, invariant, detail } of failed) out(`Without a bug, ${seed} fails: ${invariant}, ${detail}`);
  const good = series.map((each) => each.filter((seed) => !failed.some((line) => line.seed === seed)));
  const findings = await inParallel(processes, bugs, async ({ name }) => {
    const finding = await find(world, name, options.steps, good);
    note(`${name}: found by ${finding.steps.length} of ${tries} tries`);
    return finding;
  });
  for (const line of tableOf(findings, bugs)) out(line);
  const missed = findings.filter((finding) => finding.missed > 0);
  for (const { name } of missed) out(`Not found by every try: ${name}`);
  return failed.length === 0 && missed.length === 0;
}

async function find(
  world: WorldKind,
  name: string,
  most: number,
  series: readonly (readonly string[])[],
): Promise<Finding> {
  const steps: number[] = [];
  const invariants: string[] = [];
  for (const seeds of series) {
    const lines = await runChild(world, name, most, seeds);
    const invariant = lines.at(-1)?.invariant ?? null;
    if (invariant === null) continue;
    steps.push(lines.reduce((sum, line) => sum + line.steps, 0));
    invariants.push(invariant);
  }
  return { name, steps, invariants, missed: series.length - steps.length };
}

async function runChild(
  world: WorldKind,
  name: string,
  steps: number,
  seeds: readonly string[],
): Promise<readonly SeedLine[]> {
  const file = fileURLToPath(new URL('./child.ts', import.meta.url));
  const child = spawn(process.execPath, [file, world, name, String(steps), ...seeds], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`the simulation with ${name} ended with ${code}`);
  return text
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as SeedLine);
}

function tableOf(findings: readonly Finding[], bugs: readonly Bug[]): readonly string[] {
  const rows = findings.map(({ name, steps, invariants, missed }) => [
    name,
    [...new Set(invariants)].join(', ') || 'not found',
    steps.length === 0 ? '–' : String(median(steps)),
    `${steps.length}/${steps.length + missed}`,
    bugs.find((bug) => bug.name === name)?.sentence ?? '',
  ]);
  const head = ['bug', 'found by', 'median steps', 'tries', 'what it does'];
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`);
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
