import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { asOwner, ownerOf } from '../site/owner.ts';

/** A script of Tracker's, run by the host's PHP as the owner of the crew center's folder. */
export interface PhpRunner {
  /** The script's reply on file descriptor 3, or the reason why there is none. */
  run(request: unknown): Promise<{ readonly answer: unknown } | { readonly failed: string }>;
  close(): Promise<void>;
}

const timeLimitMs = 20_000;

/**
 * The script is copied into a folder of its own that the owner may read, with room for the session files that the
 * platform's bootstrap writes.
 * @returns null with the reason when PHP would run as somebody else than the owner, and leave files that the owner cannot change.
 */
export async function preparePhp(
  program: string,
  script: string,
  folder: string,
): Promise<PhpRunner | { readonly unusable: string }> {
  const owner = ownerOf(folder);
  const own = process.getuid?.() ?? owner.uid;
  if (own !== 0 && own !== owner.uid) {
    return {
      unusable: `Tracker runs as user number ${own}, and ${folder} belongs to user number ${owner.uid}: start it as that user`,
    };
  }
  const bytes = readFileSync(script);
  const directory = asOwner(owner, () => mkdtempSync(join(tmpdir(), 'tracker-php-')));
  const copy = join(directory, 'script.php');
  asOwner(owner, () => writeFileSync(copy, bytes, { mode: 0o600, flag: 'wx' }));
  const identity = own === 0 ? { uid: owner.uid, gid: owner.gid } : {};
  const turns = new Turns(runsAtOnce);
  return {
    run: (request) =>
      turns.take(() => run(program, ['-d', `session.save_path=${directory}`, copy], identity, request, folder)),
    close: async () => asOwner(owner, () => rmSync(directory, { recursive: true, force: true })),
  };
}

/** A start of the platform takes some 40 MB; many pilots may ask at once. */
const runsAtOnce = 2;

/** Limits the number of concurrent tasks; others wait in order. */
class Turns {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(free: number) {
    this.#free = free;
  }

  async take<T>(task: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}

const quiet = ['-d', 'display_errors=0', '-d', 'log_errors=0', '-d', 'html_errors=0', '-d', 'max_execution_time=20'];

async function run(
  program: string,
  args: readonly string[],
  identity: { readonly uid?: number; readonly gid?: number },
  request: unknown,
  cwd: string,
): Promise<{ readonly answer: unknown } | { readonly failed: string }> {
  const options = { ...identity, cwd, stdio: ['pipe', 'ignore', 'ignore', 'pipe'] as ('pipe' | 'ignore')[] };
  const child = spawn(program, [...quiet, ...args], options);
  const ended = new Promise<string | null>((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) => resolve(`${program} cannot be run (${error.code})`));
    child.once('close', () => resolve(null));
  });
  const limit = setTimeout(() => child.kill('SIGKILL'), timeLimitMs);
  const answer = readAnswer(child);
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(JSON.stringify(request));
  const problem = await ended;
  clearTimeout(limit);
  if (problem !== null) return { failed: problem };
  return parseAnswer(await answer, child.signalCode);
}

function readAnswer(child: ChildProcess): Promise<string> {
  const pipe = child.stdio[3];
  if (pipe === null || pipe === undefined || !('on' in pipe) || !('readable' in pipe)) return Promise.resolve('');
  return text(pipe as NodeJS.ReadableStream).catch(() => '');
}

function parseAnswer(said: string, signal: NodeJS.Signals | null): { answer: unknown } | { failed: string } {
  if (signal !== null) return { failed: `its PHP was ended (${signal}) after ${timeLimitMs / 1000} s` };
  try {
    const answer: unknown = JSON.parse(said);
    const died = typeof answer === 'object' && answer !== null && 'died' in answer ? String(answer.died) : null;
    return died === null ? { answer } : { failed: `its PHP died (${died})` };
  } catch {
    return { failed: 'its PHP ended without a reply' };
  }
}
