import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { importedBy } from './imports.ts';
import { reachedLines } from './reached-lines.ts';
import { runNode } from './run.ts';
import type { Scratch } from './scratch.ts';

/** What a file of tests does when nothing is wrong. */
interface Kept {
  /** Of the file of tests. */
  readonly hash: string;
  readonly isGreen: boolean;
  readonly seconds: number;
  /** By file below `src/`: its hash, and the lines that run. */
  readonly reached: Readonly<Record<string, { readonly hash: string; readonly lines: readonly number[] }>>;
}

/** A file of tests that reaches a place. */
export interface Reaching {
  readonly test: string;
  /** Those of a run in which nothing was wrong. */
  readonly seconds: number;
  /** Whether it is of the room of the place. */
  readonly isNear: boolean;
}

const patterns = ['src/**/*.test.ts', 'test/**/*.test.ts', 'test/hosts/**/*.host-test.ts'];
/** What suites may need: browsers and servers of others see too little of these rooms for what they cost. */
const allowedParts = /^\/\/ needs: (nothing|mariadb|php|mariadb, php)$/;
/** What takes longer is left out: on an idle machine the longest take a minute. */
const limitMs = 300_000;
/** What reads files, draws, installs or simulates: the simulated world is asked by itself. */
const isOut = /^test\/(release|docs|bench|package|simulate|architecture|prove-|verify)/;

/** Which files of tests reach which lines. Each is run once, and again when it has changed; kept in a folder. */
export class Coverage {
  readonly #folder: string;
  readonly #root: string;
  readonly #byTest = new Map<string, Kept>();
  readonly #hashes = new Map<string, string>();
  /** Green in this run. */
  readonly #seenGreen = new Set<string>();

  constructor(folder: string, root: string) {
    this.#folder = folder;
    this.#root = root;
    mkdirSync(folder, { recursive: true });
  }

  /**
   * The files of tests that may reach these: those of their rooms, also of real databases, others beside the source that import one
   * of them, and, unless only near ones are wanted, those that start the whole server. Other tests on a database only where a
   * statement is made.
   */
  testsFor(files: readonly string[], isNearOnly: boolean): readonly string[] {
    const meant = new Set(files);
    const rooms = new Set(files.map(roomOf));
    const needsDatabase = files.some((file) => /^src\/(platform|journal|cluster)\//.test(file));
    const isMeant = (test: string) => {
      if (isOut.test(test)) return false;
      if (rooms.has(roomOf(test))) return true;
      if (test.startsWith('test/')) return !isNearOnly && (needsDatabase || !test.endsWith('.host-test.ts'));
      return importedBy(this.#root, test).some((file) => meant.has(file));
    };
    return files.length === 0 ? [] : this.#testFiles().filter(isMeant);
  }

  /** Runs what is not known. @param scratches - run side by side */
  async collect(scratches: readonly Scratch[], note: (text: string) => void, files = this.#testFiles()): Promise<void> {
    const missing = files.filter((test) => !this.#recall(test)).sort((a, b) => rank(a) - rank(b));
    const all = missing.length;
    let done = 0;
    const work = async (scratch: Scratch) => {
      for (let test = missing.shift(); test !== undefined; test = missing.shift()) {
        // Another run may have measured it meanwhile.
        if (!this.#recall(test)) await this.#measure(test, scratch);
        done += 1;
        if (done % 10 === 0 || done === all) note(`coverage: ${done} of ${all} files of tests`);
      }
    };
    await Promise.all(scratches.map(work));
  }

  /**
   * The green ones that reach any of these lines: those nearest to the place first, of them the fastest. In a file that has changed
   * since it was measured: all that load it.
   */
  reaching(places: ReadonlyMap<string, readonly number[]>): readonly Reaching[] {
    const found: (Reaching & { readonly distance: number })[] = [];
    for (const [test, { isGreen, seconds, reached }] of this.#byTest) {
      const distances = [...places].flatMap(([file, lines]) => {
        const there = reached[file];
        if (there === undefined) return [];
        const isReached = there.hash !== this.#hashOf(file) || lines.some((line) => there.lines.includes(line));
        return isReached ? [distanceOf(test, file)] : [];
      });
      const distance = Math.min(...distances);
      if (isGreen && distances.length > 0) found.push({ test, seconds, distance, isNear: distance < 3 });
    }
    return found.sort((a, b) => a.distance - b.distance || a.seconds - b.seconds);
  }

  /**
   * Whether it is green in the tree as it is now.
   * @param isAsked - whether to run it although it was green before
   */
  async isStillGreen(test: string, isAsked: boolean, run: () => Promise<boolean>): Promise<boolean> {
    if (!isAsked && this.#seenGreen.has(test)) return true;
    const isGreen = await run();
    if (isGreen) this.#seenGreen.add(test);
    return isGreen;
  }

  #testFiles(): readonly string[] {
    const files = patterns.flatMap((pattern) => globSync(pattern, { cwd: this.#root }));
    return files.filter((test) => !test.endsWith('.host-test.ts') || this.#isAllowed(test));
  }

  #isAllowed(test: string): boolean {
    return allowedParts.test(readFileSync(join(this.#root, test), 'utf8').split('\n', 1)[0] ?? '');
  }

  #recall(test: string): boolean {
    try {
      const kept = JSON.parse(readFileSync(this.#fileOf(test), 'utf8')) as Kept;
      if (kept.hash !== this.#hashOf(test)) return false;
      this.#byTest.set(test, kept);
      return true;
    } catch {
      return false;
    }
  }

  async #measure(test: string, scratch: Scratch): Promise<void> {
    const dumps = `${scratch.folder}c`;
    const env = { NODE_V8_COVERAGE: dumps, TMPDIR: scratch.temporary };
    const run = () => {
      rmSync(dumps, { recursive: true, force: true });
      mkdirSync(dumps);
      return runNode(['--test-reporter=dot', test], { folder: scratch.folder, env, limitMs });
    };
    const first = await run();
    // One that is red by chance on a busy machine is not left out for that.
    const { end, seconds } = first.end === 'failed' ? await run() : first;
    const reached = [...reachedLines(dumps, scratch.folder)].map(([file, lines]) => [
      file,
      { hash: this.#hashOf(file), lines: [...lines].sort((a, b) => a - b) },
    ]);
    const kept = {
      hash: this.#hashOf(test),
      isGreen: end === 'passed',
      seconds,
      reached: Object.fromEntries(reached),
    };
    // A run after this one may have more time.
    if (end !== 'hung') writeFileSync(this.#fileOf(test), JSON.stringify(kept));
    this.#byTest.set(test, kept);
    scratch.clear();
  }

  #fileOf(test: string): string {
    return join(this.#folder, `${test.replaceAll('/', '+')}.json`);
  }

  #hashOf(file: string): string {
    const known = this.#hashes.get(file);
    if (known !== undefined) return known;
    const hash = createHash('sha256')
      .update(readFileSync(join(this.#root, file)))
      .digest('hex')
      .slice(0, 16);
    this.#hashes.set(file, hash);
    return hash;
  }
}

/** Tests that lie elsewhere than their room, by the first word of their place: those of routes, of the pages that say them, and of crew centers. */
const roomsElsewhere: Readonly<Record<string, string>> = {
  generated: 'contracts',
  wire: 'contracts',
  phpvms5: 'platform',
  phpvms7: 'platform',
};

/** As in `journal`: of a source, of a test beside it, and of one such as `test/journal/suite.test.ts` or `test/hosts/journal-owners.host-test.ts`. */
function roomOf(file: string): string {
  const word = /^(?:src|test\/hosts|test)\/([^/.-]+)/.exec(file)?.[1] ?? '';
  return file.startsWith('test/') ? (roomsElsewhere[word] ?? word) : word;
}

/** 0: the test of this file; 1: of its folder; 2: of its room; 3: any other. */
function distanceOf(test: string, file: string): number {
  if (test === file.replace(/\.ts$/, '.test.ts')) return 0;
  if (dirname(test) === dirname(file)) return 1;
  return roomOf(test) === roomOf(file) ? 2 : 3;
}

/** Tests of the rooms first, what takes minutes last: so that a run that was interrupted knows most. */
function rank(test: string): number {
  if (/^src\/(tracking|journal|cluster|contracts|platform|webhooks)\//.test(test)) return 0;
  if (test.endsWith('.host-test.ts')) return 2;
  return test.startsWith('test/') ? 1 : 3;
}
