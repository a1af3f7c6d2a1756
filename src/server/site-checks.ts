import { Worker } from 'node:worker_threads';
import type { Clock } from '../lib/clock.ts';
import type { Report } from '../platform/check/run.ts';
import type { CheckRun, SiteChecks } from '../web/site-checks.ts';
import type { CheckOrder } from './check-worker.ts';

/** The checks are broken off then. */
const maxMs = 600_000;
/** After the start of the server, when its first clients have found it again; then daily. */
const firstAfterMs = 60_000;
const intervalMs = 86_400_000;

/** Runs the checks in a thread of their own, a minute after the start and then daily. Disposing it ends a run. */
export function openSiteChecks(order: CheckOrder, clock: Clock): SiteChecks & Disposable {
  return new ThreadChecks(order, clock);
}

class ThreadChecks implements SiteChecks, Disposable {
  readonly #order: CheckOrder;
  readonly #clock: Clock;
  #last: CheckRun | null = null;
  #worker: Worker | null = null;
  #next: Disposable;

  constructor(order: CheckOrder, clock: Clock) {
    this.#order = order;
    this.#clock = clock;
    this.#next = clock.after(firstAfterMs, () => this.#repeat());
  }

  get last(): CheckRun | null {
    return this.#last;
  }

  get isRunning(): boolean {
    return this.#worker !== null;
  }

  start(): void {
    if (this.#worker !== null) return;
    const file = new URL(`./check-worker${import.meta.url.slice(-3)}`, import.meta.url);
    const worker = new Worker(file, { workerData: this.#order });
    const tooLong = () => this.#end(worker, null, `more than ${maxMs / 60_000} minutes`);
    const limit = this.#clock.after(maxMs, tooLong);
    this.#worker = worker;
    worker.unref();
    worker.once('message', (report: Report) => this.#end(worker, report, null));
    worker.once('error', (error) => this.#end(worker, null, error instanceof Error ? error.message : String(error)));
    worker.once('exit', () => limit[Symbol.dispose]());
  }

  [Symbol.dispose](): void {
    this.#next[Symbol.dispose]();
    const running = this.#worker;
    this.#worker = null;
    void running?.terminate();
  }

  #repeat(): void {
    this.start();
    this.#next = this.#clock.after(intervalMs, () => this.#repeat());
  }

  #end(worker: Worker, report: Report | null, problem: string | null): void {
    if (this.#worker !== worker) return;
    this.#last = { at: this.#clock.now(), report, problem };
    this.#worker = null;
    void worker.terminate();
  }
}
