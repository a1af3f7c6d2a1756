import { Backoff } from '../../lib/backoff.ts';
import type { Clock } from '../../lib/clock.ts';
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
  readonly #backoff: Backoff;
  readonly #onError: (error: unknown) => void;
  #lastError: string | null = null;

  constructor(clock: Clock, onError: (error: unknown) => void) {
    this.#backoff = new Backoff(clock);
    this.#onError = onError;
  }

  report(): HealthReport {
    const { failures, nextTryAt } = this.#backoff;
    return { attempts: failures, lastError: this.#lastError, nextTryAt };
  }

  /** Makes the next round try at once. */
  retryNow(): void {
    this.#backoff.retryNow();
  }

  /** Whether the next try is not due yet. */
  get isWaiting(): boolean {
    return this.#backoff.waitMs > 0;
  }

  noteSuccess(): void {
    this.#backoff.noteSuccess();
    this.#lastError = null;
  }

  /** @throws any error that is not a refusal: a bug */
  noteFailure(error: unknown): void {
    if (!isRefusal(error)) throw error;
    this.#lastError = error.message;
    if (isRefusal(error, 'crew-center-unavailable')) this.#backoff.noteFailure();
  }

  /** An error with one flight, even a bug, does not delay the others; an unavailable crew center does. */
  noteFailureOfOne(error: unknown): void {
    if (isRefusal(error)) this.noteFailure(error);
    else this.#onError(error);
  }
}
