import type { Timing } from './timing.ts';

/** Smaller differences are attributed to the network, milliseconds. */
const toleranceMs = 1000;

/** Estimates the server's time from the machine's clock and the `server_time` of responses. */
export class ServerClock {
  readonly #timing: Timing;
  #offsetMs = 0;

  constructor(timing: Timing) {
    this.#timing = timing;
  }

  /** How far the machine's clock is behind the server's, milliseconds; 0 when they agree within a second. */
  get offsetMs(): number {
    return this.#offsetMs;
  }

  /** Milliseconds since the Unix epoch, by the server's clock. */
  now(): number {
    return Math.round(this.#timing.now() + this.#offsetMs);
  }

  /** Updates the estimate from a response received after `roundTripMs`; returns true when the correction changed. */
  learn(serverTime: string | undefined, roundTripMs: number): boolean {
    const parsed = serverTime === undefined ? Number.NaN : Date.parse(serverTime);
    if (Number.isNaN(parsed)) return false;
    const difference = parsed + roundTripMs / 2 - this.#timing.now();
    const offsetMs = Math.abs(difference) < toleranceMs + roundTripMs / 2 ? 0 : difference;
    const changed = Math.abs(offsetMs - this.#offsetMs) >= toleranceMs;
    if (changed) this.#offsetMs = offsetMs;
    return changed;
  }
}
