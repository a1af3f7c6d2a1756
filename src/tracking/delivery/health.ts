import { backoffMs, type Clock } from '../../lib/clock.ts';
import type { LiveFlight } from '../flight/live-flight.ts';
import { isRefusal } from '../refusals.ts';

/** Shown to the operator: how often delivery failed in a row, the last error, and the time of the next retry. */
export interface HealthReport {
  readonly attempts: number;
  readonly lastError: string | null;
  readonly nextTryAt: number | null;
}

/** Finds out what became of a PIREP that the crew center does not know any more. Returns whether the flight continues. */
export type Reconcile = (live: LiveFlight) => Promise<boolean>;

/** Health of the crew center. While it is unavailable, the retry interval grows. */
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

  /** Makes the next round try at once. */
  retryNow(): void {
    this.#notBefore = 0;
  }

  /** Whether the next try is not due yet. */
  get isWaiting(): boolean {
    return this.#clock.now() < this.#notBefore;
  }

  noteSuccess(): void {
    this.#failures = 0;
    this.#lastError = null;
  }

  /** @throws any error that is not a refusal: a bug */
  noteFailure(error: unknown): void {
    if (!isRefusal(error)) throw error;
    this.#lastError = error.message;
    if (!isRefusal(error, 'crew-center-unavailable')) return;
    this.#failures += 1;
    this.#notBefore = this.#clock.now() + backoffMs(this.#failures);
  }

  /** An error with one flight, even a bug, does not delay the others; an unavailable crew center does. */
  noteFailureOfOne(error: unknown): void {
    if (isRefusal(error)) this.noteFailure(error);
    else this.#onError(error);
  }
}
