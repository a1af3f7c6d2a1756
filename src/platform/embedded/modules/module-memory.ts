import type { Worker } from 'node:worker_threads';
import type { Clock } from '../../../lib/clock.ts';

const lookEveryMs = 250;
const bytesPerMb = 1 << 20;

/**
 * Watches a thread's memory outside the JavaScript heap (buffers, WebAssembly), which Node's own limit does not include.
 * Works even while the thread is in an endless loop.
 */
export class MemoryWatch implements Disposable {
  readonly #worker: Worker;
  readonly #clock: Clock;
  readonly #maxMb: number;
  readonly #onExceeded: (heldMb: number) => void;
  #timer: Disposable;

  constructor(worker: Worker, clock: Clock, maxMb: number, onExceeded: (heldMb: number) => void) {
    this.#worker = worker;
    this.#clock = clock;
    this.#maxMb = maxMb;
    this.#onExceeded = onExceeded;
    this.#timer = this.#arm();
  }

  [Symbol.dispose](): void {
    this.#timer[Symbol.dispose]();
  }

  #arm(): Disposable {
    return this.#clock.after(lookEveryMs, () => void this.#look());
  }

  async #look(): Promise<void> {
    // Rejects when the thread has ended.
    const statistics = await this.#worker.getHeapStatistics().catch(() => null);
    if (statistics === null) return;
    const heldMb = Math.round(statistics.external_memory / bytesPerMb);
    if (heldMb > this.#maxMb) this.#onExceeded(heldMb);
    else this.#timer = this.#arm();
  }
}
