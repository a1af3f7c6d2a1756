import type { Coverage, Reaching } from './coverage.ts';
import { type Ran, runNode } from './run.ts';
import type { Scratch } from './scratch.ts';
import { simulate } from './simulation.ts';

/** A change of the source that makes it wrong. */
export interface Mistake {
  readonly name: string;
  /** What it changes; two with the same text are the same mistake. */
  readonly text: string;
  /** The lines that it changes, by file. */
  readonly places: ReadonlyMap<string, readonly number[]>;
  /** Makes the change in a copy of the tree. @throws Error when its place is not there */
  plant(folder: string): void;
}

/** What became of a mistake. */
export interface Verdict {
  readonly name: string;
  /** `unusable`: it could not be planted. */
  readonly foundBy: 'tests' | 'types' | 'simulation' | 'nothing' | 'unusable';
  /** The file of tests, what the compiler says, or the invariant. */
  readonly what: string;
  readonly seconds: number;
  /** Of the simulation; 0 when it did not run. */
  readonly steps: number;
  /** How many files of tests ran. */
  readonly tests: number;
}

export type Seeker = 'tests' | 'types' | 'simulation';

export interface TrialOptions {
  readonly coverage: Coverage;
  readonly original: string;
  readonly scratch: Scratch;
  /** Which of them look for it. */
  readonly seekers: readonly Seeker[];
  /** How many steps the simulation takes, and from which seed. */
  readonly steps: number;
  readonly seed: number;
}

type Found = Pick<Verdict, 'foundBy' | 'what'> & { readonly steps?: number; readonly tests?: number };
type Look = (mistake: Mistake, options: TrialOptions) => Promise<Found>;

/** Tests that take so long together run before the compiler; those of the room after it, and others as long as they take less than that. */
const quickSeconds = 15;
const maxSeconds = 120;
/** How many files run in one process. */
const together = 10;
const looks: readonly { readonly seeker: Seeker; readonly look: Look }[] = [
  { seeker: 'tests', look: (mistake, options) => byTests(mistake, options, true) },
  { seeker: 'types', look: byTypes },
  { seeker: 'tests', look: (mistake, options) => byTests(mistake, options, false) },
  { seeker: 'simulation', look: bySimulation },
];

/** Plants the mistake in the scratch copy and looks for it, first by what is fast; stops where it is found. */
export async function tryMistake(mistake: Mistake, options: TrialOptions): Promise<Verdict> {
  const { scratch, seekers } = options;
  const beganAt = performance.now();
  let steps = 0;
  let tests = 0;
  const done = ({ foundBy, what }: Found): Verdict => {
    return { name: mistake.name, foundBy, what, steps, tests, seconds: (performance.now() - beganAt) / 1_000 };
  };
  try {
    const problem = plant(mistake, scratch);
    if (problem !== null) return done({ foundBy: 'unusable', what: problem });
    for (const { seeker, look } of looks) {
      if (!seekers.includes(seeker)) continue;
      const found = await look(mistake, options);
      steps += found.steps ?? 0;
      tests += found.tests ?? 0;
      if (found.foundBy !== 'nothing') return done(found);
    }
    return done({ foundBy: 'nothing', what: '' });
  } finally {
    scratch.mend([...mistake.places.keys()]);
    scratch.clear();
  }
}

/** Answers why it could not be planted. */
function plant(mistake: Mistake, { folder }: Scratch): string | null {
  try {
    mistake.plant(folder);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message.replaceAll(/\s*\n\s*/g, ' ') : String(error);
  }
}

/**
 * Runs each file of tests that reaches a place, until one is red twice, and green without the mistake: one that fails by chance, or
 * since it was measured, finds nothing.
 */
async function byTests({ places }: Mistake, options: TrialOptions, isQuick: boolean): Promise<Found> {
  const part = partOf(options.coverage.reaching(places), isQuick);
  let tests = 0;
  // The first is the test of the file, as a rule, and finds most.
  const groups = isQuick ? [part.slice(0, 1), ...inGroups(part.slice(1))] : inGroups(part);
  for (const some of groups) {
    if (await areGreen(some, options)) {
      tests += some.length;
      continue;
    }
    for (const each of some) {
      tests += 1;
      const what = await runAlone(each, options);
      if (what !== null) return { foundBy: 'tests', what, tests };
    }
  }
  return { foundBy: 'nothing', what: '', tests };
}

function inGroups(files: readonly Reaching[]): readonly (readonly Reaching[])[] {
  return Array.from({ length: Math.ceil(files.length / together) }, (_, index) =>
    files.slice(index * together, (index + 1) * together),
  );
}

/** Whether all are green in one process, which loads the source once. Where not, each is run alone: they may only disturb each other. */
async function areGreen(files: readonly Reaching[], { scratch }: TrialOptions): Promise<boolean> {
  if (files.length < 2) return false;
  return (await runTests(files, scratch.folder, scratch)).end === 'passed';
}

/** Answers how it found the mistake; null when it did not. Where it is red with it and without it, as on a busy machine, once more. */
async function runAlone(file: Reaching, { coverage, original, scratch }: TrialOptions): Promise<string | null> {
  const run = (folder: string) => runTests([file], folder, scratch);
  for (let round = 0; round < 2; round++) {
    const { end } = await run(scratch.folder);
    if (end === 'passed') return null;
    // What hung once is not waited for again.
    if (end !== 'hung' && (await run(scratch.folder)).end === 'passed') return null;
    // Whether something hangs, or the machine is slow, says the run without the mistake, now.
    const isGreen = await coverage.isStillGreen(file.test, end === 'hung', async () => {
      return (await run(original)).end === 'passed';
    });
    if (isGreen) return end === 'hung' ? `${file.test} (hangs)` : file.test;
  }
  return null;
}

function runTests(files: readonly Reaching[], folder: string, scratch: Scratch): Promise<Ran> {
  const env = { TMPDIR: scratch.temporary, NODE_COMPILE_CACHE: `${scratch.folder}m` };
  const seconds = files.reduce((sum, file) => sum + file.seconds, 0);
  // Together they are faster, or disturb each other.
  const limitMs = files.length === 1 ? 30_000 + 5_000 * seconds : 30_000 + 1_500 * seconds;
  const options = files.length === 1 ? [] : ['--test', '--test-isolation=none', '--test-force-exit'];
  return runNode([...options, '--test-reporter=dot', ...files.map(({ test }) => test)], { folder, env, limitMs });
}

/** Those that run before the compiler, or after it. */
function partOf(reaching: readonly Reaching[], isQuick: boolean): readonly Reaching[] {
  let before = 0;
  let far = 0;
  return reaching.filter(({ seconds, isNear }, index) => {
    before += seconds;
    if (!isNear) far += seconds;
    return isQuick === (index === 0 || before <= quickSeconds) && (isQuick || far <= maxSeconds);
  });
}

/** Without what only says that something is not used any more, which would be removed with it. */
async function byTypes(_mistake: Mistake, { scratch: { folder, types } }: TrialOptions): Promise<Found> {
  const kept = ['--incremental', '--tsBuildInfoFile', types];
  const words = ['node_modules/typescript/bin/tsc', '-p', '.', '--noUnusedLocals', 'false', ...kept];
  const { end, said } = await runNode(words, { folder, limitMs: 600_000 });
  if (end === 'passed') return { foundBy: 'nothing', what: '' };
  return { foundBy: 'types', what: said.trim().split('\n', 1)[0] ?? '' };
}

async function bySimulation(
  { places }: Mistake,
  { original, scratch: { folder, temporary }, steps, seed }: TrialOptions,
): Promise<Found> {
  const found = await simulate([...places.keys()], { folder, original, temporary, steps, seed });
  if (found.invariant === null) return { foundBy: 'nothing', what: '', steps: found.steps };
  return { foundBy: 'simulation', what: found.invariant, steps: found.steps };
}
