/** Calls per second on average, and the maximum burst. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** Remaining calls of one caller (a token bucket), replenished over time. */
export class Allowance {
  readonly #rate: Rate;
  #left: number;
  #countedAt: number;

  constructor(rate: Rate, now: number) {
    this.#rate = rate;
    this.#left = rate.burst;
    this.#countedAt = now;
  }

  /** Takes one call; returns false when none is left. */
  take(now: number): boolean {
    const earned = (Math.max(0, now - this.#countedAt) / 1000) * this.#rate.perSecond;
    this.#left = Math.min(this.#rate.burst, this.#left + earned);
    this.#countedAt = now;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
