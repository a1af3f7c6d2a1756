import type { Clock } from '../src/lib/clock.ts';

/** A clock that stands still until the test moves it. */
export class ManualClock implements Clock {
  #now: number;
  #timers: { at: number; task: () => void }[] = [];

  constructor(now: number) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  after(ms: number, task: () => void): Disposable {
    const timer = { at: this.#now + ms, task };
    this.#timers.push(timer);
    return {
      [Symbol.dispose]: () => {
        this.#timers = this.#timers.filter((each) => each !== timer);
      },
    };
  }

  /** Moves on, running what falls due on the way, in order. What that starts may still be under way afterwards. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      await settle();
      const next = Math.min(...this.#timers.map(({ at }) => at));
      if (next > end) break;
      this.#now = Math.max(this.#now, next);
      await this.#runDueAt(next);
    }
    this.#now = end;
    await settle();
  }

  /** Runs what falls due at this moment; promises that are ready get their turn in between, as in Node. */
  async #runDueAt(at: number): Promise<void> {
    for (const timer of this.#timers.filter((each) => each.at === at)) {
      const rest = this.#timers.filter((each) => each !== timer);
      if (rest.length === this.#timers.length) continue; // cancelled meanwhile
      this.#timers = rest;
      timer.task();
      await Promise.resolve();
    }
  }

  /** Sets the clock, forwards or back, as a time service does. What falls due runs with the next `advance`. */
  set(now: number): void {
    this.#now = now;
  }

  /** Moves on at one stroke, as after a sleep of the machine: what fell due runs once, then a few seconds pass. */
  async leap(ms: number): Promise<void> {
    this.#now += ms;
    await this.advance(15_000);
  }
}

/** Lets every promise, message and callback that is ready run. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
}
