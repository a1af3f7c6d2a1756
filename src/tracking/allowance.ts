/** Calls in the long run, and at once. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** Calls that are left to somebody; they come back with time. */
export class Allowance {
  readonly #rate: Rate;
  #left: number;
  #countedAt: number;

  constructor(rate: Rate, now: number) {
    this.#rate = rate;
    this.#left = rate.burst;
    this.#countedAt = now;
  }

  /** False when nothing is left, and nothing is taken then. */
  take(now: number): boolean {
    const earned = (Math.max(0, now - this.#countedAt) / 1000) * this.#rate.perSecond;
    this.#left = Math.min(this.#rate.burst, this.#left + earned);
    this.#countedAt = now;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
