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
      const next = this.#timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.#now = Math.max(this.#now, next.at);
      next.task();
    }
    this.#now = end;
    await settle();
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
