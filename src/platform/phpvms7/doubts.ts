import type { Clock } from '../../lib/clock.ts';
import { unavailable } from './rest-answer.ts';

/** How long PHP may still be working on a call after its response was lost. */
export const doubtMs = 30_000;

/**
 * Flights with a REST call that got no response: PHP may still be working on it, and a second call would run every
 * listener of the site twice. During that time the flight is read but not written.
 */
export class Doubts {
  readonly #clock: Clock;
  readonly #endsAt = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Records that the response to a call for this flight was lost. */
  begin(flightId: string): void {
    for (const [id, endsAt] of this.#endsAt) if (endsAt <= this.#clock.now()) this.#endsAt.delete(id);
    this.#endsAt.set(flightId, this.#clock.now() + doubtMs);
  }

  /** Records that the result of the call was found in the database. */
  end(flightId: string): void {
    this.#endsAt.delete(flightId);
  }

  has(flightId: string): boolean {
    return this.#leftMs(flightId) > 0;
  }

  /** @throws Refusal `crew-center-unavailable` while a call for this flight may still be under way */
  requireNone(flightId: string): void {
    const leftMs = this.#leftMs(flightId);
    if (leftMs > 0) throw unavailable('a previous call for this flight may still be running there', leftMs / 1_000);
  }

  #leftMs(flightId: string): number {
    return (this.#endsAt.get(flightId) ?? Number.NEGATIVE_INFINITY) - this.#clock.now();
  }
}
