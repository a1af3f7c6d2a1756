import type { Clock } from '../../src/lib/clock.ts';
import { noon } from '../journal/suite/samples.ts';

/** Its time stands still, and what is due within a minute happens in the next turn of the event loop. */
export class RunningClock implements Clock {
  #now = noon;

  now(): number {
    return this.#now;
  }

  set(now: number): void {
    this.#now = now;
  }

  after(ms: number, task: () => void): Disposable {
    if (ms > 60_000) return { [Symbol.dispose]() {} };
    const turn = setImmediate(task);
    return { [Symbol.dispose]: () => clearImmediate(turn) };
  }
}
