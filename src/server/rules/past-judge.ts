import { Worker } from 'node:worker_threads';
import type { Judgement } from '../../tracking/model.ts';
import type { JudgeOrder, PastFlight } from './judge-thread.ts';

/** Judges past flights in a thread of its own, one batch after the other. */
export class PastJudge implements AsyncDisposable {
  readonly #worker: Worker;
  #waiting: PromiseWithResolvers<readonly (Judgement | null)[]> | null = null;
  #failure: Error | null = null;

  constructor(order: JudgeOrder) {
    // The extension of the running file: `.ts` from source, `.js` once compiled.
    const module = `./judge-thread${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`;
    this.#worker = new Worker(new URL(module, import.meta.url), { workerData: order });
    this.#worker.unref();
    this.#worker.on('message', (answer: readonly (Judgement | null)[]) => this.#take()?.resolve(answer));
    this.#worker.on('error', (error) => this.#fail(error instanceof Error ? error : new Error(String(error))));
    this.#worker.on('exit', (code) => this.#fail(new Error(`the thread that judges ended with ${code}`)));
  }

  /** Judges each flight; null for one that was not filed. @throws the error of the thread */
  async judge(flights: readonly PastFlight[]): Promise<readonly (Judgement | null)[]> {
    if (this.#failure !== null) throw this.#failure;
    this.#waiting = Promise.withResolvers();
    this.#worker.postMessage(flights);
    return this.#waiting.promise;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker.terminate();
  }

  #take(): PromiseWithResolvers<readonly (Judgement | null)[]> | null {
    const waiting = this.#waiting;
    this.#waiting = null;
    return waiting;
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#take()?.reject(this.#failure);
  }
}
