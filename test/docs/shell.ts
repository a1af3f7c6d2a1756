import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readableLine } from '../../src/lib/log-line.ts';
import { builtProgram } from '../built-program.ts';
import { until } from '../until.ts';

const { launcher } = await builtProgram();

/**
 * A machine for the commands of one page: an empty folder as home, `tracker` on the path, and the server's usual places
 * and address replaced by those of this run. Nothing of the machine's own is used.
 */
export class Shell implements AsyncDisposable {
  readonly #home = mkdtempSync(join(tmpdir(), 'tracker-docs-'));
  readonly #port: number;
  #server: ChildProcess | null = null;
  #served = '';

  constructor(port: number) {
    this.#port = port;
    const bin = join(this.#home, '.bin');
    mkdirSync(bin);
    const program = join(bin, 'tracker');
    writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${launcher}' "$@"\n`);
    chmodSync(program, 0o755);
  }

  /** Runs commands until the first that fails. @returns what a reader of the page would see, and the exit code */
  run(commands: string): { readonly code: number; readonly output: string } {
    const { status, stdout } = spawnSync('/bin/sh', ['-e', '-c', `exec 2>&1\n${this.#here(commands)}`], {
      cwd: this.#home,
      env: this.#environment(),
      encoding: 'utf8',
      timeout: 300_000,
    });
    return { code: status ?? 1, output: this.#there(stdout) };
  }

  /** Starts a command that keeps running, and waits until it is ready. A server that ran before is stopped. */
  async serve(command: string): Promise<string> {
    await this.stop();
    const options = { cwd: this.#home, env: this.#environment() };
    const server = spawn('/bin/sh', ['-c', `exec ${this.#here(command)}`], options);
    this.#server = server;
    this.#served = '';
    for (const stream of [server.stdout, server.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.#served += text;
      });
    await until(() => this.#served.includes('ready at') || server.exitCode !== null, {
      everyMs: 50,
      withinMs: 120_000,
    });
    return this.#there(this.#served.replaceAll(/^\{.*\}$/gm, (line) => readableLine(line).trimEnd()));
  }

  /** Stops the server that `serve` started. */
  async stop(): Promise<void> {
    const server = this.#server;
    if (server === null) return;
    server.kill('SIGTERM');
    await until(() => server.exitCode !== null || server.signalCode !== null, { everyMs: 50, withinMs: 120_000 });
    this.#server = null;
  }

  #environment(): NodeJS.ProcessEnv {
    const path = [join(this.#home, '.bin'), dirname(process.execPath), '/usr/bin', '/bin'].join(':');
    return { PATH: path, HOME: this.#home, TRACKER_LISTEN: `127.0.0.1:${this.#port}`, NODE_NO_WARNINGS: '1' };
  }

  /** What the pages name, and what it is in this run. */
  get #places(): ReadonlyMap<string, string> {
    return new Map([
      ['127.0.0.1:8787', `127.0.0.1:${this.#port}`],
      ['/var/lib/tracker', join(this.#home, 'data')],
      ['/var/backups/tracker', join(this.#home, 'backups')],
      ['/tmp/', `${this.#home}/`],
    ]);
  }

  #here(text: string): string {
    return replaceAll(text.replaceAll(/\bsudo (?:-u tracker )?(?=tracker )/g, ''), this.#places);
  }

  #there(text: string): string {
    return replaceAll(text, new Map([...this.#places].map(([page, here]) => [here, page])));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    rmSync(this.#home, { recursive: true });
  }
}

/** In one pass, so that no replacement is replaced again. */
function replaceAll(text: string, places: ReadonlyMap<string, string>): string {
  const names = [...places.keys()].map(escapeRegExp).join('|');
  return text.replaceAll(new RegExp(names, 'g'), (name) => places.get(name) ?? name);
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Whether this is what a page shows; `…` stands for anything. White space at the ends of lines does not count. */
export function matches(output: string, shown: string): boolean {
  const trim = (text: string) => text.replaceAll(/[ \t]+$/gm, '').trim();
  const parts = trim(shown).split('…').map(escapeRegExp);
  return new RegExp(`^${parts.join('[\\s\\S]*?')}$`).test(trim(output));
}
