import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { heapEnvironment, heapOptions } from '../../bin/heap-options.js';
import type { Version } from '../served/contracts.ts';
import type { ServedRoute } from '../served/routes.ts';
import type { FromServer, Known, Memory, ToServer, Weakness } from './protocol.ts';

/** The server that is attacked, in a process of its own with the memory that it has when it is shipped. */
export class Target implements AsyncDisposable {
  readonly port: number;
  readonly routes: readonly ServedRoute[];
  /** Folders whose names only the server knows. */
  readonly folders: readonly string[];
  readonly directory: string;
  readonly bugs: string[];
  readonly #child: ChildProcess;

  private constructor(
    child: ChildProcess,
    directory: string,
    ready: Extract<FromServer, { kind: 'ready' }>,
    bugs: string[],
  ) {
    this.#child = child;
    this.directory = directory;
    ({ port: this.port, routes: this.routes, folders: this.folders } = ready);
    this.bugs = bugs;
  }

  static async open(version: Version, weakness: Weakness): Promise<Target> {
    const directory = mkdtempSync(join(realpathSync(tmpdir()), 'tracker-fuzz-'));
    const child = fork(join(import.meta.dirname, 'server.ts'), [directory, version, weakness], {
      execArgv: [...heapOptions, '--expose-gc', '--disable-warning=ExperimentalWarning'],
      env: { ...process.env, ...heapEnvironment },
    });
    const bugs: string[] = [];
    child.on('message', (message: FromServer) => {
      if (message.kind === 'bug') bugs.push(message.line);
    });
    try {
      return new Target(child, directory, await next(child, 'ready'), bugs);
    } catch (error) {
      child.kill('SIGKILL');
      rmSync(directory, { recursive: true, force: true });
      throw error;
    }
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  known(): Promise<Known> {
    return this.#ask('known');
  }

  memory(): Promise<Memory> {
    return this.#ask('memory');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.hasEnded) {
      const exited = once(this.#child, 'exit');
      this.#child.kill('SIGKILL');
      await exited;
    }
    rmSync(this.directory, { recursive: true, force: true });
  }

  async #ask<K extends ToServer['ask']>(ask: K): Promise<Extract<FromServer, { kind: K }>> {
    const answer = next(this.#child, ask);
    this.#child.send({ ask } satisfies ToServer);
    return answer;
  }
}

function next<K extends FromServer['kind']>(child: ChildProcess, kind: K): Promise<Extract<FromServer, { kind: K }>> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error('the server has ended'));
    const read = (message: FromServer) => {
      if (message.kind !== kind) return;
      child.off('message', read).off('exit', ended);
      resolve(message as Extract<FromServer, { kind: K }>);
    };
    child.on('message', read).once('exit', ended);
  });
}
