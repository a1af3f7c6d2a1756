import type { Clock } from '../lib/clock.ts';
import { isRefusal, Refusal } from './refusals.ts';

/** How long calls wait for the crew center, in milliseconds, and how many of those that hold a worker of it may wait. */
export interface WaitLimits {
  readonly waitMs: number;
  readonly waitsHoldingWorkers: number;
}

/**
 * Limits how long calls wait for the crew center. A call that came through the crew center holds one of its workers
 * until it is answered, and the work waited for may need another: only a few such calls may wait at the same time,
 * counted from their arrival; the others are answered without waiting.
 */
export class Waits {
  readonly #clock: Clock;
  readonly #limits: WaitLimits;
  readonly #onError: (error: unknown) => void;
  #holding = 0;

  /** @param onError receives a bug of work that nobody waits for any more */
  constructor(clock: Clock, limits: WaitLimits, onError: (error: unknown) => void) {
    this.#clock = clock;
    this.#limits = limits;
    this.#onError = onError;
  }

  /** Starts the patience of one call: everything that it waits for shares the same time. Dispose it when the call is answered. */
  begin(holdsWorker: boolean): Wait {
    const endsAt = this.#clock.now() + this.#limits.waitMs;
    const shared = this.#patience((task) => settlesWithin(this.#clock, Math.max(0, endsAt - this.#clock.now()), task));
    if (!holdsWorker) return { ...shared, shared, [Symbol.dispose]: () => undefined };
    if (this.#holding >= this.#limits.waitsHoldingWorkers) {
      return { ...this.#patience(() => Promise.resolve(false)), shared, [Symbol.dispose]: () => undefined };
    }
    this.#holding += 1;
    let isOver = false;
    return {
      ...shared,
      shared,
      [Symbol.dispose]: () => {
        if (!isOver) this.#holding -= 1;
        isOver = true;
      },
    };
  }

  #patience(settles: Patience['settles']): Patience {
    const letGo = (job: Promise<unknown>) =>
      void job.catch((error: unknown) => {
        if (!isRefusal(error)) this.#onError(error);
      });
    return {
      settles,
      letGo,
      async require(job) {
        if (await settles(job)) return;
        letGo(job);
        throw stillBusy();
      },
    };
  }
}

export interface Patience {
  /** True when `task` settled in time (its failure is thrown), false when it is still under way. */
  settles(task: Promise<unknown>): Promise<boolean>;
  /** Lets the job go on in the background. What was asked for is written down, so that a refusal needs no answer: it is asked for again. */
  letGo(job: Promise<unknown>): void;
  /**
   * Waits for the job as long as this patience lasts; after that it goes on in the background.
   * @throws Refusal `crew-center-unavailable` when it takes longer
   */
  require(job: Promise<unknown>): Promise<void>;
}

export interface Wait extends Patience, Disposable {
  /** The same time, for work that other calls wait for too: it holds no worker. */
  readonly shared: Patience;
}

/** What a call is answered whose patience ended before the crew center was done. */
export function stillBusy(): Refusal {
  return new Refusal('crew-center-unavailable', {
    message: 'The crew center has not answered yet. Repeat the call to go on.',
    retryAfterS: 5,
  });
}

async function settlesWithin(clock: Clock, ms: number, task: Promise<unknown>): Promise<boolean> {
  let late: Disposable | undefined;
  const deadline = new Promise<boolean>((resolve) => {
    late = clock.after(ms, () => resolve(false));
  });
  try {
    return await Promise.race([task.then(() => true), deadline]);
  } finally {
    late?.[Symbol.dispose]();
  }
}
