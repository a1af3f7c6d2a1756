import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backoffMs } from '../../lib/backoff.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/log.ts';
import { newToken } from '../../lib/tokens.ts';
import type { Part } from './part.ts';

/** What a process tells the one that started it. */
export const ready = 'ready';
/** What it gets when it is to stop. */
export const stopNow = 'stop';

export interface SupervisorNeeds {
  readonly count: number;
  readonly passedSockets: number;
  readonly clock: Clock;
  readonly log: Logger;
}

/** A process that ran for less counts as one that could not start. */
const steadyMs = 30_000;
/** How long a process may finish its requests; then it is killed, which loses nothing that was acknowledged. */
const stopMs = 30_000;

/** Starts the processes, which share the listening socket, and starts again what dies. */
export class Supervisor {
  readonly #needs: SupervisorNeeds;
  readonly #sockets = mkdtempSync(join(tmpdir(), 'tracker-'));
  readonly #secret = newToken();
  readonly #workers = new Map<number, Worker>();
  readonly #failures = new Map<number, number>();
  readonly #restarts = new Set<Disposable>();
  readonly #failed = Promise.withResolvers<number>();
  #isStopping = false;

  constructor(needs: SupervisorNeeds) {
    this.#needs = needs;
  }

  /** Settles with the exit code of a process that could not start at all. */
  get failed(): Promise<number> {
    return this.#failed.promise;
  }

  /**
   * Starts the first process, and once it serves, the others: they reach the embedded crew center through it. Returns
   * whether all of them serve.
   */
  async start(): Promise<boolean> {
    // Each process accepts by itself: a connection that was handed to one that dies would be answered by nobody.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    if (!(await this.#run(1))) return false;
    const others = Array.from({ length: this.#needs.count - 1 }, (_, index) => index + 2);
    return (await Promise.all(others.map((process) => this.#run(process)))).every((serves) => serves);
  }

  /** Passes a signal on to every process. */
  signal(name: NodeJS.Signals): void {
    for (const worker of this.#workers.values()) worker.process.kill(name);
  }

  /** Lets every process finish its requests: the first one last, because the others need it until their end. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const restart of this.#restarts) restart[Symbol.dispose]();
    const others = [...this.#workers.keys()].filter((process) => process !== 1);
    await Promise.all(others.map((process) => this.#stop(process)));
    await this.#stop(1);
    rmSync(this.#sockets, { recursive: true, force: true });
  }

  /** Settles once the process serves, or has ended; returns whether it serves. */
  async #run(process: number): Promise<boolean> {
    const { count, passedSockets, clock } = this.#needs;
    const worker = cluster.fork();
    this.#workers.set(process, worker);
    const part: Part = { process, count, passedSockets, sockets: this.#sockets, secret: this.#secret };
    worker.send(part);
    const startedAt = clock.now();
    let hasServed = false;
    const served = new Promise<void>((resolve) => {
      worker.on('message', (message) => {
        if (message !== ready) return;
        hasServed = true;
        resolve();
      });
    });
    const ended = once(worker, 'exit').then(([code, signal]) => {
      this.#workers.delete(process);
      if (this.#isStopping) return;
      const isFirstStart = !hasServed && !this.#failures.has(process);
      if (isFirstStart) this.#failed.resolve(Number(code ?? 1));
      else this.#restart(process, clock.now() - startedAt, { code, signal });
    });
    await Promise.race([served, ended]);
    if (hasServed && !this.#failures.has(process)) this.#failures.set(process, 0);
    return hasServed;
  }

  #restart(process: number, ranMs: number, why: { readonly code: unknown; readonly signal: unknown }): void {
    const { clock, log } = this.#needs;
    const failures = ranMs < steadyMs ? (this.#failures.get(process) ?? 0) + 1 : 0;
    this.#failures.set(process, failures);
    log.error({ event: 'process-ended', process, ...why }, 'a process ended and is started again');
    const restart = clock.after(failures <= 1 ? 0 : backoffMs(failures - 1), () => {
      this.#restarts.delete(restart);
      void this.#run(process);
    });
    this.#restarts.add(restart);
  }

  async #stop(process: number): Promise<void> {
    const worker = this.#workers.get(process);
    if (worker === undefined) return;
    const ended = once(worker, 'exit');
    worker.send(stopNow, () => undefined);
    using _limit = this.#needs.clock.after(stopMs, () => worker.process.kill('SIGKILL'));
    await ended;
  }
}
