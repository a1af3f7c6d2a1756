import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtProgram } from './built-program.ts';
import { until } from './until.ts';

/** `tracker` as it is shipped, with the options of Node that limit its memory. */
export const launcher = join(import.meta.dirname, '../bin/tracker.js');
const tampered = join(import.meta.dirname, 'server-program.ts');

export interface ServerOrder {
  /** Settings; its own are beside those of this process. */
  readonly env: Readonly<Record<string, string>>;
  /** A file and its words: a program that prints `ready at URL`. `tracker serve` where there is none. */
  readonly program?: readonly [file: string, ...words: string[]];
  /** The server alone, with what this module puts in the place of its parts (`ServerPart`), in the place of a program. */
  readonly part?: { readonly module: string | null; readonly given?: unknown };
  readonly nodeOptions?: readonly string[];
  /** Any where none is said; the same one in each of its lives. */
  readonly port?: number;
  /** What the process tells without being asked. */
  hears?(told: unknown): void;
}

/** A server in a process of its own, on a port that it keeps; it can be ended in any way and started again. */
export class ServerProcess implements AsyncDisposable {
  readonly #order: ServerOrder;
  #port: number;
  #child: ChildProcess | null = null;
  /** How many questions there were. */
  #asked = 0;
  /** All that it has printed, in all its lives. */
  output = '';

  /** Does not start it. */
  constructor(order: ServerOrder) {
    this.#order = order;
    this.#port = order.port ?? 0;
  }

  static async open(order: ServerOrder): Promise<ServerProcess> {
    const server = new ServerProcess(order);
    await server.start();
    return server;
  }

  get port(): number {
    return this.#port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** False also when it has ended by itself. */
  get isRunning(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  async start(): Promise<void> {
    const { env, part, nodeOptions = [], hears } = this.#order;
    const program = this.#order.program ?? [(await builtProgram()).main, 'serve'];
    const words = part === undefined ? program : [tampered, part.module ?? '', JSON.stringify(part.given ?? null)];
    const child = spawn(process.execPath, [...nodeOptions, ...words], {
      env: { ...process.env, ...env, TRACKER_LISTEN: `127.0.0.1:${this.#port}` },
      stdio: ['ignore', 'pipe', 'pipe', ...(part === undefined ? [] : ['ipc' as const])],
    });
    this.#child = child;
    // One that is paused would not notice that its parent has ended.
    const kill = () => child.kill('SIGKILL');
    process.once('exit', kill);
    child.once('exit', () => process.off('exit', kill));
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        this.output += text;
      });
    child.on('message', (message: object) => {
      if (!('answer' in message)) hears?.(message);
    });
    const readyAt = () => /ready at https?:\/\/[^:/\s]+:(\d+)/.exec(said)?.[1];
    await until(() => readyAt() !== undefined, {
      // As long as it takes: a machine may be busy with much else.
      withinMs: 600_000,
      everyMs: 5,
      isLost: () => !this.isRunning,
      otherwise: () => `the server did not start:\n${said}`,
    }).catch(async (error: unknown) => {
      await this.end('SIGKILL');
      throw error;
    });
    this.#port = Number(readyAt());
  }

  /** Ends it, and waits until it is gone: SIGTERM lets it complete what is under way, SIGKILL is a power cut. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const child = this.#child;
    if (child === null || !this.isRunning) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }

  kill(): Promise<void> {
    return this.end('SIGKILL');
  }

  /** Nothing of it runs until `resume`. */
  pause(): void {
    this.#child?.kill('SIGSTOP');
  }

  resume(): void {
    this.#child?.kill('SIGCONT');
  }

  /** Asks a server that has a part; `memory` is answered by each. @throws Error when it ends before it answers */
  async ask<T>(what: string, value?: unknown): Promise<T> {
    const child = this.#child;
    if (child === null) throw new Error('the server has ended');
    return await new Promise<T>((resolve, reject) => {
      const ended = () => reject(new Error('the server has ended'));
      const id = ++this.#asked;
      const read = (message: { readonly id?: number; readonly answer?: unknown }) => {
        if (message.id !== id) return;
        child.off('message', read).off('exit', ended);
        resolve(message.answer as T);
      };
      child.on('message', read).once('exit', ended);
      child.send({ id, ask: what, value });
    });
  }

  /** Memory that the process holds, in bytes; null where the system does not say. */
  residentBytes(): number | null {
    const file = `/proc/${this.pid}/status`;
    const kib = existsSync(file) ? /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(file, 'utf8'))?.[1] : undefined;
    return kib === undefined ? null : Number(kib) * 1024;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.kill();
  }
}
