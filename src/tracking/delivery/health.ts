import { backoffMs } from '../../lib/backoff.ts';
import type { Clock } from '../../lib/clock.ts';
import { isRefusal } from '../refusals.ts';

/** What the operator sees: how often delivery failed in a row, with what, and when it is tried again. */
export interface HealthReport {
  readonly attempts: number;
  readonly lastError: string | null;
  readonly nextTryAt: number | null;
}

/** Health of the crew center. While it is unavailable, the interval of retries grows. */
export class DeliveryHealth {
  readonly #clock: Clock;
  readonly #onError: (error: unknown) => void;
  #failures = 0;
  #notBefore = 0;
  #lastError: string | null = null;

  constructor(clock: Clock, onError: (error: unknown) => void) {
    this.#clock = clock;
    this.#onError = onError;
  }

  report(): HealthReport {
    return {
      attempts: this.#failures,
      lastError: this.#lastError,
      nextTryAt: this.#failures === 0 ? null : this.#notBefore,
    };
  }

  /** Lets the next round try at once. */
  retryNow(): void {
    this.#notBefore = 0;
  }

  /** The next try is not due yet. */
  get isWaiting(): boolean {
    return this.#clock.now() < this.#notBefore;
  }

  noteSuccess(): void {
    this.#failures = 0;
    this.#lastError = null;
  }

  /** @throws what is not a refusal: a bug */
  noteFailure(error: unknown): void {
    if (!isRefusal(error)) throw error;
    this.#lastError = error.message;
    if (!isRefusal(error, 'crew-center-unavailable')) return;
    this.#failures += 1;
    this.#notBefore = this.#clock.now() + backoffMs(this.#failures);
  }

  /** An error of one flight, even a bug, does not delay the others; an unavailable crew center does. */
  noteFailureOfOne(error: unknown): void {
    if (isRefusal(error)) this.noteFailure(error);
    else this.#onError(error);
  }
}
