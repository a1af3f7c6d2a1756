import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** This checkout as somebody else has it: the files that git knows, in a folder of their own. */
export class Clone implements AsyncDisposable {
  readonly directory: string;
  readonly #running: Run[] = [];

  private constructor(directory: string) {
    this.directory = directory;
  }

  /** With the packages that are installed here. */
  static open(): Clone {
    const directory = mkdtempSync(join(tmpdir(), 'tracker-clone-'));
    for (const file of knownFiles()) {
      mkdirSync(dirname(join(directory, file)), { recursive: true });
      cpSync(join(root, file), join(directory, file));
    }
    symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'));
    return new Clone(directory);
  }

  read(file: string): string {
    return readFileSync(join(this.directory, file), 'utf8');
  }

  /** Starts a command of the documentation; it ends with the clone at the latest. */
  run(command: string): Run {
    const run = new Run(command, this.directory);
    this.#running.push(run);
    return run;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const run of this.#running) await run.end();
    rmSync(this.directory, { recursive: true, force: true });
  }
}

/** Of an archive without git, all but the packages. */
function knownFiles(): readonly string[] {
  if (!existsSync(join(root, '.git'))) {
    const entries = globSync('**/*', { cwd: root, withFileTypes: true, exclude: ['node_modules'] });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length));
  }
  const { stdout, status, stderr } = spawnSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ls-files: ${stderr}`);
  return stdout.split('\0').filter((file) => file !== '' && existsSync(join(root, file)));
}

/** A command at work, and what it printed. */
class Run {
  readonly #child: ChildProcess;
  readonly #command: string;
  #text = '';

  constructor(command: string, cwd: string) {
    const { NODE_TEST_CONTEXT: _, NODE_OPTIONS: __, ...env } = process.env;
    this.#command = command;
    // A group of its own, so that what npm started ends with it.
    this.#child = spawn(command, {
      cwd,
      shell: true,
      detached: true,
      env: { ...env, TRACKER_LISTEN: '127.0.0.1:0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        this.#text += chunk;
      });
    }
  }

  /** The first group of this pattern in what was printed, as soon as it is. @throws Error when the command ends before, or after 30 seconds */
  async printed(pattern: RegExp): Promise<string> {
    for (const end = Date.now() + 30_000; Date.now() < end; ) {
      const found = pattern.exec(this.#text)?.[1];
      if (found !== undefined) return found;
      if (this.#child.exitCode !== null) break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`"${this.#command}" did not print ${pattern}:\n${this.#text}`);
  }

  async end(): Promise<void> {
    const { pid, exitCode, signalCode } = this.#child;
    if (pid === undefined || exitCode !== null || signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    process.kill(-pid, 'SIGINT');
    const timer = setTimeout(() => process.kill(-pid, 'SIGKILL'), 10_000);
    await ended;
    clearTimeout(timer);
  }
}
