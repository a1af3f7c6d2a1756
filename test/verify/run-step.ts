import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Failure, failuresIn } from './failures.ts';
import { endLongFiles, reportOptions } from './long-files.ts';
import { makeMemoryFolder } from './memory-folder.ts';
import { type Timed, timesIn } from './slowest.ts';

/** How many checks passed and failed. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
}

/** What came of a step. */
export interface Outcome extends Tally {
  /** Those of its tests that failed, where it runs tests. */
  readonly failures: readonly Failure[];
  /** Whether these are all that went wrong: each test ran, and passed or failed. A command that is no run of tests is one check. */
  readonly isWhole: boolean;
  /** How long each took, where it runs tests. */
  readonly times: readonly Timed[];
}

/** One command of the proof. `counts`: it runs tests, which are counted one by one; else the command itself is one check. */
export interface Step {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  readonly counts: boolean;
  readonly minutes: number;
  /** For how long one of its files may run, where it runs tests; without it as long as the step. */
  readonly fileMinutes?: number;
  /** Its temporary files lie in memory where there is room: of tests that need no disk. */
  readonly isInMemory?: true;
}

/**
 * Runs the command; one that does not end in time is ended, and has failed.
 * @param show - gets its output, piece by piece; without it the output is shown as ours
 */
export async function runStep(step: Step, root: string, show?: (text: string) => void): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-verify-'));
  using memory = step.isInMemory === true ? makeMemoryFolder() : null;
  try {
    const [program, ...args] = step.counts ? withReporter(step.command, folder) : step.command;
    const child = spawn(program, args, {
      cwd: root,
      stdio: show === undefined ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_COMPILE_CACHE: compileCache, ...(memory !== null && { TMPDIR: memory.path }) },
      detached: true,
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', show ?? (() => undefined));
    const say = show ?? ((text: string) => process.stdout.write(text));
    let wasEnded = false;
    const limit = setTimeout(() => {
      wasEnded = true;
      endGroup(child.pid);
    }, step.minutes * 60_000);
    const stopWatching =
      step.fileMinutes === undefined || child.pid === undefined
        ? () => undefined
        : endLongFiles(child.pid, folder, step.fileMinutes, say);
    const stop = () => endGroup(child.pid);
    process.once('exit', stop);
    const code = await once(child, 'close').then(
      ([exitCode]) => exitCode,
      () => null,
    );
    clearTimeout(limit);
    stopWatching();
    process.off('exit', stop);
    const tap = step.counts ? readText(join(folder, 'tap')) : null;
    const failures = tap === null ? [] : failuresIn(tap, root);
    return {
      ...tally(code === 0, tap),
      failures: wasEnded ? [...failures, outOfTime(step, tap)] : failures,
      isWhole: tap === null || isWhole(tap),
      times: tap === null ? [] : timesIn(tap),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What a step is said to have failed by that was ended because its time was over, and how far it had come. */
function outOfTime({ name, minutes }: Step, tap: string | null): Failure {
  const before =
    tap === null ? '' : `; ${[...tap.matchAll(/^(?:not )?ok \d+ /gm)].length} of its tests were over by then`;
  return { name, file: null, said: `  It was ended after ${minutes} minutes${before}.` };
}

/** Compiled code of every process of the proof, so that each file is compiled once. */
export const compileCache = join(tmpdir(), `tracker-verify-compiled-${process.getuid?.() ?? 0}`);

/** What every run of tests is started with. */
export const testOptions = [`--import=${pathToFileURL(join(import.meta.dirname, 'light-hooks.ts')).href}`];

/** A run that failed has at least one failure, whatever it counted; a test that was skipped did not pass. */
export function tally(isOk: boolean, tap: string | null): Tally {
  if (tap === null) return { passed: isOk ? 1 : 0, failed: isOk ? 0 : 1 };
  const passed = total(tap, 'pass');
  const failed = total(tap, 'tests') - passed;
  return { passed, failed: isOk && passed > 0 ? failed : Math.max(1, failed) };
}

/** Whether each test ran and either passed or failed. A run that was ended in the middle has no totals. */
export function isWhole(tap: string): boolean {
  const tests = total(tap, 'tests');
  return tests > 0 && total(tap, 'pass') + total(tap, 'fail') === tests;
}

function total(tap: string, word: string): number {
  return Number(new RegExp(`^# ${word} (\\d+)$`, 'm').exec(tap)?.[1] ?? 0);
}

/** `node --test …` that also writes TAP into this folder. (Not by the environment: a test that runs tests would write there too.) */
function withReporter([program, first, ...rest]: Step['command'], folder: string): Step['command'] {
  const reporters = ['spec', 'stdout', 'tap', join(folder, 'tap')];
  const options = reporters.map((value, index) => `--test-reporter${index % 2 === 0 ? '' : '-destination'}=${value}`);
  return [program, first ?? '--test', ...testOptions, ...reportOptions(folder), ...options, ...rest];
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
