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

/** What this gives; null when it takes longer. What it gives afterwards, also an error, counts for nothing. */
export async function within<T>(clock: Clock, ms: number, work: Promise<T>): Promise<T | null> {
  const { promise, resolve } = Promise.withResolvers<null>();
  using _limit = clock.after(ms, () => resolve(null));
  return await Promise.race([work, promise]);
}

/** More than clocks are slewed by between two looks. */
const stepMs = 1_000;
/** How long a clock that was set back is not believed unless other machines agree: they are asked meanwhile. */
const doubtedMs = 2_000;

/**
 * The clock of a machine, corrected by what other machines say. A correction ends when the machine's clock is set: it was one of
 * the clock before. One that is set back counts for two seconds as if it had not been, because nobody knows yet which of
 * the two is right, and by the earlier one good reports would be dated in the future.
 */
export class CorrectedClock implements Clock {
  readonly machine: Clock;
  readonly #monotonic: () => number;
  #correctionMs = 0;
  /** What the machine's clock was ahead of the one that nobody sets, at the last look. */
  #ahead: number;
  /** On that clock; null where the correction is what other machines said. */
  #doubtedUntil: number | null = null;

  /** @param monotonic - milliseconds on a clock that nobody sets; without one no step is noticed */
  constructor(machine: Clock, monotonic: () => number = () => machine.now()) {
    this.machine = machine;
    this.#monotonic = monotonic;
    this.#ahead = this.ahead;
  }

  /** Added to what the machine says, in milliseconds. */
  get correctionMs(): number {
    this.#look(this.machine.now());
    return this.#correctionMs;
  }

  set correctionMs(ms: number) {
    this.#correctionMs = ms;
    this.#ahead = this.ahead;
    this.#doubtedUntil = null;
  }

  /** What the machine's clock is ahead of the one that nobody sets: it changes when the clock is set. */
  get ahead(): number {
    return this.machine.now() - this.#monotonic();
  }

  now(): number {
    const now = this.machine.now();
    this.#look(now);
    return this.#correctionMs + now;
  }

  after(ms: number, task: () => void): Disposable {
    return this.machine.after(ms, task);
  }

  /** @param now - of the machine: this runs whenever somebody asks for the time */
  #look(now: number): void {
    const monotonic = this.#monotonic();
    const ahead = now - monotonic;
    const step = ahead - this.#ahead;
    this.#ahead = ahead;
    if (Math.abs(step) > stepMs) {
      // Whole milliseconds, as every clock has: the journal's columns take no others.
      this.#correctionMs = Math.max(0, Math.round(this.#correctionMs - step));
      this.#doubtedUntil = monotonic + doubtedMs;
    } else if (this.#doubtedUntil !== null && monotonic > this.#doubtedUntil) this.correctionMs = 0;
  }
}

/** Milliseconds to wait before try number `attempts` + 1: 1 s, 2 s, 4 s … at most a minute. */
export function backoffMs(attempts: number): number {
  return Math.min(60_000, 1_000 * 2 ** Math.min(6, Math.max(0, attempts - 1)));
}
