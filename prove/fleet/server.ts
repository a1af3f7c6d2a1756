import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { heapEnvironment, heapOptions } from '../../bin/heap-options.js';
import type { Trouble } from './trouble.ts';
import type { Weakness } from './weakness.ts';

export interface ServerNeeds {
  readonly data: string;
  /** 0: any. */
  readonly port?: number;
  readonly weakness: Weakness;
  /** Of the crew center; null: it works. */
  readonly trouble: Trouble | null;
  /** Whether garbage is collected before memory is read. */
  readonly collects?: boolean;
}

export interface Memory {
  readonly rss: number;
  /** Of V8's heap and what it holds outside, in the main thread. */
  readonly heap: number;
}

/** A server of a proof, in a process of its own with the memory options of `bin/tracker.js`. Disposing it ends it by SIGTERM. */
export class FleetServer implements AsyncDisposable {
  readonly port: number;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.port = port;
  }

  static async start(needs: ServerNeeds): Promise<FleetServer> {
    const { data, port = 0, weakness, trouble, collects = false } = needs;
    const args = [data, `127.0.0.1:${port}`, weakness, JSON.stringify(trouble)];
    const execArgv = [...heapOptions, ...(collects ? ['--expose-gc'] : [])];
    const env = { ...process.env, ...heapEnvironment };
    const child = fork(join(import.meta.dirname, 'server-process.ts'), args, { execArgv, env });
    return new FleetServer(child, (await answer<{ readonly port: number }>(child)).port);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** False when it has ended by itself. */
  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  async readMemory(): Promise<Memory> {
    this.#child.send('memory');
    return answer<Memory>(this.#child);
  }

  /** Ends the process, and waits until it is gone. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    if (!this.isRunning) return;
    const exited = once(this.#child, 'exit');
    this.#child.kill(signal);
    await exited;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end('SIGTERM');
  }
}

async function answer<T>(child: ChildProcess): Promise<T> {
  const answered = new AbortController();
  const { signal } = answered;
  const ended = once(child, 'exit', { signal }).then(() => {
    throw new Error('the server has ended');
  });
  try {
    const [message] = await Promise.race([once(child, 'message', { signal }), ended]);
    return message as T;
  } finally {
    ended.catch(() => undefined);
    answered.abort();
  }
}
