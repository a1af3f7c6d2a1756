import type { Clock } from '../../lib/clock.ts';
import { isRefusal, Refusal } from '../refusals.ts';

/** How long calls may wait for the crew center, and how many. */
export interface WaitLimits {
  /** How long `start`, `finish` and `cancel` wait for the crew center, in milliseconds. */
  readonly waitMs: number;
  /** Maximum number of calls that hold a worker of the crew center and wait at the same time, counted from their arrival. */
  readonly waitsHoldingWorkers: number;
}

/**
 * Limits how long calls wait for the crew center. A call that came through the crew center holds one of its workers
 * until its response, and the task that it waits for may need another one: only a few such calls may wait at the same time,
 * counted from their arrival; the others return without waiting.
 */
export class Waits {
  readonly #clock: Clock;
  readonly #limits: WaitLimits;
  readonly #onError: (error: unknown) => void;
  #holding = 0;

  /** @param onError receives errors of tasks whose callers no longer wait */
  constructor(clock: Clock, limits: WaitLimits, onError: (error: unknown) => void) {
    this.#clock = clock;
    this.#limits = limits;
    this.#onError = onError;
  }

  /** Starts the timeout of one call, shared by everything that it waits for. Dispose it when the call returns. */
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
  /** Returns true when `task` settled in time (its error is thrown), false when it is still under way. */
  settles(task: Promise<unknown>): Promise<boolean>;
  /** Lets the task continue in the background. Its intent is stored, so a refusal is ignored: it is retried. */
  letGo(job: Promise<unknown>): void;
  /**
   * Waits for the task until the timeout; after that it continues in the background.
   * @throws Refusal `crew-center-unavailable` when it takes longer
   */
  require(job: Promise<unknown>): Promise<void>;
}

export interface Wait extends Patience, Disposable {
  /** The same timeout, for tasks that other calls also wait for: it holds no worker. */
  readonly shared: Patience;
}

/** The refusal of a call whose timeout ended before the crew center was done. */
export function stillBusy(): Refusal {
  return new Refusal('crew-center-unavailable', {
    message: 'The crew center has not responded yet. Repeat the call to continue.',
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
