/** The clock of the server, which tests can replace. */
export interface Clock {
  /** Milliseconds since the Unix epoch, UTC. */
  now(): number;
  /** Runs `task` once after `ms`; dispose to cancel. Does not keep the process alive. */
  after(ms: number, task: () => void): Disposable;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, task) {
    const timer = setTimeout(task, ms);
    timer.unref();
    return { [Symbol.dispose]: () => clearTimeout(timer) };
  },
};

/** More than clocks are slewed by between two looks. */
const stepMs = 1_000;

/**
 * The clock of a machine, corrected by what other machines say. A correction ends when the machine's clock is set: it was one of
 * the clock before.
 */
export class CorrectedClock implements Clock {
  readonly machine: Clock;
  readonly #monotonic: () => number;
  #correctionMs = 0;
  /** What the machine's clock was ahead of the one that nobody sets, when it was corrected. */
  #ahead = 0;

  /** @param monotonic - milliseconds on a clock that nobody sets; without one no step is noticed */
  constructor(machine: Clock, monotonic: () => number = () => machine.now()) {
    this.machine = machine;
    this.#monotonic = monotonic;
  }

  /** Added to what the machine says, in milliseconds. */
  get correctionMs(): number {
    if (this.#correctionMs !== 0 && Math.abs(this.ahead - this.#ahead) > stepMs) this.#correctionMs = 0;
    return this.#correctionMs;
  }

  set correctionMs(ms: number) {
    this.#correctionMs = ms;
    this.#ahead = this.ahead;
  }

  /** What the machine's clock is ahead of the one that nobody sets: it changes when the clock is set. */
  get ahead(): number {
    return this.machine.now() - this.#monotonic();
  }

  now(): number {
    if (this.#correctionMs === 0) return this.machine.now();
    return this.correctionMs + this.machine.now();
  }

  after(ms: number, task: () => void): Disposable {
    return this.machine.after(ms, task);
  }
}

/** Milliseconds to wait before try number `attempts` + 1: 1 s, 2 s, 4 s … at most a minute. */
export function backoffMs(attempts: number): number {
  return Math.min(60_000, 1_000 * 2 ** Math.min(6, Math.max(0, attempts - 1)));
}
