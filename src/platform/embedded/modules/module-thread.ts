import { Worker } from 'node:worker_threads';
import type { Clock } from '../../../lib/clock.ts';
import type { ModuleEvent } from './event-log.ts';
import type { Manifest } from './manifest.ts';
import { moduleDatabaseFile } from './module-data.ts';
import { MemoryWatch } from './module-memory.ts';
import type { ModuleAnswer, ModuleStart } from './module-worker.ts';

/** What a module may take before it is stopped. */
export interface ModuleLimits {
  /** Of starting, and of one listener. */
  readonly answerMs: number;
  /** Listeners that throw in a row. */
  readonly throwsInRow: number;
  /** Events that wait for it. */
  readonly waitingEvents: number;
  /** Of the JavaScript heap; buffers and WebAssembly may take as much again. */
  readonly memoryMb: number;
}

export const moduleLimits: ModuleLimits = { answerMs: 10_000, throwsInRow: 3, waitingEvents: 1000, memoryMb: 128 };

/** What a listener gets to come back when the server stops. */
const graceMs = 2_000;

export interface ModuleThreadOptions {
  readonly manifest: Manifest;
  readonly crewCenterFile: string;
  readonly limits: ModuleLimits;
  readonly clock: Clock;
  readonly onLog: (text: string) => void;
  /** An event is dealt with. */
  readonly onDone: (eventId: number) => void;
  /** It cannot go on; its thread is ended already. Called once, never after `end`. */
  readonly onFailed: (reason: string) => void;
}

/** One module in a thread of its own: one event at a time; who does not answer in time is ended, whatever it does. */
export class ModuleThread {
  readonly #options: ModuleThreadOptions;
  readonly #worker: Worker;
  readonly #waiting: ModuleEvent[] = [];
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
    this.#worker.on('error', (error) => this.#fail(error instanceof Error ? error.message : String(error)));
    this.#worker.on('exit', (code) => this.#fail(`It ended by itself, with exit code ${code}.`));
    this.#deadline = this.#limit('It did not start');
    const { clock, limits } = options;
    this.#memory = new MemoryWatch(this.#worker, clock, limits.memoryMb, (heldMb) =>
      this.#fail(`It held ${heldMb} MB in buffers; a module may hold ${limits.memoryMb} MB.`),
    );
  }

  /** Puts it in line. */
  tell(event: ModuleEvent): void {
    if (this.#state === 'ended') return;
    this.#waiting.push(event);
    const { waitingEvents } = this.#options.limits;
    if (this.#waiting.length > waitingEvents) this.#fail(`More than ${waitingEvents} events waited for it.`);
    else this.#next();
  }

  /** True when it has dealt with all that it was told. */
  get isIdle(): boolean {
    return this.#waiting.length === 0;
  }

  /** Lets the listener that is at work come back, for a moment, then ends the thread; the rest of its line is left. */
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
    await this.#worker.terminate();
  }

  #hear(answer: ModuleAnswer): void {
    if (this.#state === 'ended') return;
    if (answer.kind === 'log') this.#options.onLog(answer.text);
    else {
      this.#deadline[Symbol.dispose]();
      this.#state = 'idle';
      if (answer.kind === 'done') this.#settle(answer.id, answer.error);
      this.#onBack();
      this.#next();
    }
  }

  #settle(eventId: number, error: string | null): void {
    const event = this.#waiting.shift();
    this.#options.onDone(eventId);
    this.#throws = error === null ? 0 : this.#throws + 1;
    if (error === null) return;
    this.#options.onLog(`${event?.name}: ${error}`);
    if (this.#throws >= this.#options.limits.throwsInRow)
      this.#fail(`Its listeners threw ${this.#throws} times in a row, the last of ${event?.name}: ${error}`);
  }

  #next(): void {
    const [event] = this.#waiting;
    if (this.#state !== 'idle' || this.#isFinishing || event === undefined) return;
    this.#state = 'listening';
    this.#deadline = this.#limit(`Its listener of ${event.name} did not come back`);
    this.#worker.postMessage(event);
  }

  #limit(what: string): Disposable {
    const { clock, limits } = this.#options;
    return clock.after(limits.answerMs, () => this.#fail(`${what} within ${limits.answerMs / 1000} s.`));
  }

  #fail(reason: string): void {
    if (this.#state === 'ended') return;
    void this.end();
    this.#onBack();
    this.#options.onFailed(reason);
  }
}

/** No environment (it may hold secrets of the server), a bounded heap, and nothing on the server's own output. */
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
