import { backoffMs, type Clock } from './clock.ts';

const maxMs = backoffMs(Number.MAX_SAFE_INTEGER);

/**
 * When to try again what failed. Failures of calls that were made at the same time count once, and a clock that is set back makes no
 * wait longer than the longest.
 */
export class Backoff {
  readonly #clock: Clock;
  #failures = 0;
  #notBefore = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** In a row. */
  get failures(): number {
    return this.#failures;
  }

  /** When the next try is due, null when nothing failed. */
  get nextTryAt(): number | null {
    return this.#failures === 0 ? null : this.#notBefore;
  }

  /** How long the next try has to wait, in milliseconds; 0 when it is due. */
  get waitMs(): number {
    const ms = this.#notBefore - this.#clock.now();
    return ms > maxMs ? 0 : Math.max(0, ms);
  }

  noteSuccess(): void {
    this.#failures = 0;
    this.#notBefore = 0;
  }

  noteFailure(): void {
    if (this.waitMs > 0) return;
    this.#failures += 1;
    this.#notBefore = this.#clock.now() + backoffMs(this.#failures);
  }

  /** Makes the next try due. */
  retryNow(): void {
    this.#notBefore = 0;
  }
}
