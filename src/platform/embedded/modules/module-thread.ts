import { Worker } from 'node:worker_threads';
import type { Clock } from '../../../lib/clock.ts';
import type { ModuleEvent } from './event-log.ts';
import type { Manifest } from './manifest.ts';
import { moduleDatabaseFile } from './module-data.ts';
import { MemoryWatch } from './module-memory.ts';
import type { ModuleAnswer, ModuleStart } from './module-worker.ts';

/** Limits of a module; it is stopped when it exceeds one. */
export interface ModuleLimits {
  /** Timeout of the start, and of one listener. */
  readonly answerMs: number;
  /** Maximum number of listeners that throw in a row. */
  readonly throwsInRow: number;
  /** Maximum number of queued events; see `ModuleHost`. */
  readonly waitingEvents: number;
  /** Maximum JavaScript heap; buffers and WebAssembly may use as much again. */
  readonly memoryMb: number;
}

export const moduleLimits: ModuleLimits = { answerMs: 10_000, throwsInRow: 3, waitingEvents: 1000, memoryMb: 128 };

/** How long the server waits for a listener when it stops. */
const graceMs = 2_000;

export interface ModuleThreadOptions {
  readonly manifest: Manifest;
  readonly crewCenterFile: string;
  readonly limits: ModuleLimits;
  readonly clock: Clock;
  readonly onLog: (text: string) => void;
  /** Called when it was stopped; its thread has already ended. Called once, never after `end`. */
  readonly onFailed: (reason: string) => void;
}

/** Thrown when the thread of a module ended before it had handled its event. */
export class ModuleEnded extends Error {
  override readonly name = 'ModuleEnded';
}

/** Runs a module in its own thread: one event at a time, terminated on a timeout. */
export class ModuleThread {
  readonly #options: ModuleThreadOptions;
  readonly #worker: Worker;
  /** The event that is being handled. */
  #given: { readonly event: ModuleEvent; readonly done: PromiseWithResolvers<void> } | null = null;
  #state: 'starting' | 'idle' | 'listening' | 'ended' = 'starting';
  #deadline: Disposable;
  readonly #memory: Disposable;
  #throws = 0;
  #isFinishing = false;
  #onBack: () => void = () => {};

  constructor(options: ModuleThreadOptions) {
    this.#options = options;
    this.#worker = startWorker(options);
    this.#worker.unref();
    this.#worker.on('message', (answer: ModuleAnswer) => this.#hear(answer));
    this.#worker.on('error', (error) => this.fail(error instanceof Error ? error.message : String(error)));
    this.#worker.on('exit', (code) => this.fail(`It exited with code ${code}.`));
    this.#deadline = this.#limit('It did not start');
    const { clock, limits } = options;
    this.#memory = new MemoryWatch(this.#worker, clock, limits.memoryMb, (heldMb) =>
      this.fail(`It used ${heldMb} MB in buffers; the limit is ${limits.memoryMb} MB.`),
    );
  }

  /**
   * Delivers an event and settles when its listener has returned; must not be called before that again.
   * @throws ModuleEnded when the thread ended first
   */
  async send(event: ModuleEvent): Promise<void> {
    if (this.#state === 'ended') throw new ModuleEnded();
    this.#given = { event, done: Promise.withResolvers() };
    this.#next();
    return this.#given.done.promise;
  }

  /** Waits a moment for the running listener, then ends the thread. */
  async finish(): Promise<void> {
    this.#isFinishing = true;
    if (this.#state === 'listening') {
      const { promise, resolve } = Promise.withResolvers<void>();
      using _grace = this.#options.clock.after(graceMs, resolve);
      this.#onBack = resolve;
      await promise;
    }
    await this.end();
  }

  /** Ends the thread without a reason to show. */
  async end(): Promise<void> {
    this.#state = 'ended';
    this.#deadline[Symbol.dispose]();
    this.#memory[Symbol.dispose]();
    this.#given?.done.reject(new ModuleEnded());
    await this.#worker.terminate();
  }

  #hear(answer: ModuleAnswer): void {
    if (this.#state === 'ended') return;
    if (answer.kind === 'log') this.#options.onLog(answer.text);
    else {
      this.#deadline[Symbol.dispose]();
      this.#state = 'idle';
      if (answer.kind === 'done') this.#settle(answer.error);
      this.#onBack();
      this.#next();
    }
  }

  #settle(error: string | null): void {
    const given = this.#given;
    this.#given = null;
    given?.done.resolve();
    this.#throws = error === null ? 0 : this.#throws + 1;
    if (error === null) return;
    this.#options.onLog(`${given?.event.name}: ${error}`);
    if (this.#throws >= this.#options.limits.throwsInRow)
      this.fail(`Its listeners threw ${this.#throws} times in a row, the last of ${given?.event.name}: ${error}`);
  }

  #next(): void {
    if (this.#state !== 'idle' || this.#isFinishing || this.#given === null) return;
    const { event } = this.#given;
    this.#state = 'listening';
    this.#deadline = this.#limit(`Its listener of ${event.name} did not return`);
    this.#worker.postMessage(event);
  }

  #limit(what: string): Disposable {
    const { clock, limits } = this.#options;
    return clock.after(limits.answerMs, () => this.fail(`${what} within ${limits.answerMs / 1000} s.`));
  }

  /** Ends the thread for this reason. */
  fail(reason: string): void {
    if (this.#state === 'ended') return;
    void this.end();
    this.#onBack();
    this.#options.onFailed(reason);
  }
}

/** Without the environment (which may have secrets of the server), with a limited heap, and without access to the server's output. */
function startWorker({ manifest, crewCenterFile, limits, onLog }: ModuleThreadOptions): Worker {
  const { name, main, events, directory } = manifest;
  const workerData: ModuleStart = { name, main, events, databaseFile: moduleDatabaseFile(directory), crewCenterFile };
  const worker = new Worker(new URL(`./module-worker${import.meta.url.slice(-3)}`, import.meta.url), {
    workerData,
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb },
  });
  for (const stream of [worker.stdout, worker.stderr]) stream.on('data', (text) => onLog(String(text).trimEnd()));
  return worker;
}
