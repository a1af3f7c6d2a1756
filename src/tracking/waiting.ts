import type { Clock } from '../lib/clock.ts';

/**
 * How long calls wait for the crew center. A call that came through the crew center itself holds one of its workers
 * meanwhile, and the work waited for may need another: so no more than a few of those wait at once, the rest do not.
 */
export class Waits {
  readonly #clock: Clock;
  readonly #ms: number;
  readonly #mostHolding: number;
  #holding = 0;

  constructor(clock: Clock, ms: number, mostHolding: number) {
    this.#clock = clock;
    this.#ms = ms;
    this.#mostHolding = mostHolding;
  }

  /** The patience of one call, from now on: all that it waits for is waited for together so long. */
  begin(holdsWorker: boolean): Wait {
    const endsAt = this.#clock.now() + this.#ms;
    const settles = (task: Promise<unknown>) =>
      settlesWithin(this.#clock, Math.max(0, endsAt - this.#clock.now()), task);
    return { settles: holdsWorker ? (task) => this.#hold(() => settles(task)) : settles };
  }

  async #hold(wait: () => Promise<boolean>): Promise<boolean> {
    if (this.#holding >= this.#mostHolding) return false;
    this.#holding += 1;
    try {
      return await wait();
    } finally {
      this.#holding -= 1;
    }
  }
}

export interface Wait {
  /** True when `task` settled in time (its failure is thrown), false when it is still under way. */
  settles(task: Promise<unknown>): Promise<boolean>;
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

/** Milliseconds to wait before try number `attempts` + 1: 1 s, 2 s, 4 s … at most a minute. */
export function backoffMs(attempts: number): number {
  return Math.min(60_000, 1_000 * 2 ** Math.min(6, Math.max(0, attempts - 1)));
}
