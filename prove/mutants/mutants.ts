import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Prove, ProveOptions } from '../prove.ts';
import { type Bench, openBench, openFolder } from './bench.ts';
import { drawMutants, isRoom, type RoomName, rooms } from './draw.ts';
import { readPatches } from './patches.ts';
import { Results } from './results.ts';
import { judgeRoom } from './score.ts';
import { proveShort } from './self-test.ts';
import { type Mistake, type Seeker, tryMistake, type Verdict } from './trial.ts';

/** Of all rooms together, when nothing else is given. */
const sampleSize = 240;
const simulatedSteps = 100_000;

/** Mistakes that nobody chose, and those of a folder: whether tests, the compiler or the simulated world notice each. */
export const mutants: Prove = {
  usage:
    'mutants [--short] [--self-test] [--room ROOM] [--sample COUNT] [--patches FOLDER] [--only tests|near|types|simulation] [--seed FIRST] [--steps STEPS] [--workers COUNT] [--into FOLDER]',
  async run(options) {
    if (options.short || options.selfTest) return proveShort(options);
    const folder = openFolder(options.given.into ?? join(tmpdir(), `tracker-mutants-${process.getuid?.() ?? 0}`));
    using bench = openBench(folder, Math.min(2, options.workers ?? 1));
    const seekers = seekersOf(options);
    const tryThese = async (mistakes: readonly Mistake[]) => {
      const results = new Results(folder, bench.original);
      const unknown = mistakes.filter((mistake) => results.find(mistake, howOf(options)) === null);
      const files = [...new Set(unknown.flatMap(({ places }) => [...places.keys()]))];
      const tests = bench.coverage.testsFor(files, isNearOnly(options));
      if (seekers.includes('tests')) await bench.coverage.collect(bench.scratches, options.note, tests);
      return tryAll(mistakes, bench, results, options);
    };
    const { patches } = options.given;
    if (patches !== undefined) return showPatches(await tryThese(readPatches(patches)), options);
    const names = roomsOf(options);
    let isKept = true;
    for (const room of names) {
      const count = Math.ceil((options.sample ?? sampleSize) / names.length);
      const drawn = drawMutants(room, bench.original, count, options.seed ?? 1);
      isKept = judgeRoom(room, drawn, await tryThese(drawn), options) && isKept;
    }
    return isKept;
  },
};

const howOf = (options: ProveOptions) => ({
  seekers: seekersOf(options),
  steps: options.steps ?? simulatedSteps,
  seed: options.seed ?? 1,
});

/** Tries each mistake, unless a run before this one did. */
async function tryAll(
  mistakes: readonly Mistake[],
  bench: Bench,
  results: Results,
  options: ProveOptions,
): Promise<readonly Verdict[]> {
  const how = howOf(options);
  const verdicts = new Map<Mistake, Verdict>();
  const left = [...mistakes];
  const work = async (scratch: Bench['scratches'][number]) => {
    for (let mistake = left.shift(); mistake !== undefined; mistake = left.shift()) {
      const known = results.find(mistake, how);
      const verdict = known ?? (await tryMistake(mistake, { ...bench, ...how, scratch }));
      // What only the near ones did not find is looked for by the others.
      const isKnown = verdict.foundBy !== 'nothing' || !isNearOnly(options);
      if (known === null && isKnown) results.keep(mistake, how, verdict);
      verdicts.set(mistake, verdict);
      const row = rowOf(verdict).join(', ');
      options.note(`${verdicts.size} of ${mistakes.length}: ${row}${known === null ? '' : ' (known)'}`);
    }
  };
  await Promise.all(bench.scratches.map(work));
  return mistakes.flatMap((mistake) => verdicts.get(mistake) ?? []);
}

function showPatches(verdicts: readonly Verdict[], { out }: ProveOptions): boolean {
  const table = [['mistake', 'found by', 'what', 'after'], ...verdicts.map(rowOf)];
  for (const row of table) out(`| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`);
  const missed = verdicts.filter(({ foundBy }) => foundBy === 'nothing' || foundBy === 'unusable');
  out(`${verdicts.length} mistakes, ${verdicts.length - missed.length} found.`);
  return missed.length === 0;
}

function rowOf({ name, foundBy, what, steps, tests, seconds }: Verdict): readonly string[] {
  const after = [
    ...(tests > 0 ? [`${tests} files of tests`] : []),
    ...(steps > 0 ? [`${steps.toLocaleString('en')} steps`] : []),
    `${seconds.toFixed(1)} s`,
  ];
  return [name, foundBy, what, after.join(', ')];
}

const isNearOnly = ({ given: { only } }: ProveOptions): boolean => only === 'near';

function seekersOf({ given: { only } }: ProveOptions): readonly Seeker[] {
  if (only === 'near') return ['tests'];
  if (only === undefined) return ['tests', 'types', 'simulation'];
  if (only !== 'tests' && only !== 'types' && only !== 'simulation')
    throw new Error('--only takes tests, near, types or simulation.');
  return [only];
}

function roomsOf({ given: { room } }: ProveOptions): readonly RoomName[] {
  const names = Object.keys(rooms).filter(isRoom);
  if (room === undefined) return names;
  if (!isRoom(room)) throw new Error(`--room takes ${names.join(', ')}.`);
  return [room];
}
