import type { Clock } from '../../lib/clock.ts';
import { unavailable } from './rest-answer.ts';

/** After a lost answer PHP may still be working on the call for this long. */
const doubtMs = 30_000;

/**
 * Flights of which a call to the REST API got no answer: PHP may still be working on it, and a second call would run
 * every listener of the site twice. Until that time is over, the flight is read but not written.
 */
export class Doubts {
  readonly #clock: Clock;
  readonly #endsAt = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The answer to a call for this flight was lost. */
  begin(flightId: string): void {
    for (const [id, endsAt] of this.#endsAt) if (endsAt <= this.#clock.now()) this.#endsAt.delete(id);
    this.#endsAt.set(flightId, this.#clock.now() + doubtMs);
  }

  /** What was asked for is seen in the database. */
  end(flightId: string): void {
    this.#endsAt.delete(flightId);
  }

  has(flightId: string): boolean {
    return this.#leftMs(flightId) > 0;
  }

  /** @throws Refusal `crew-center-unavailable` while a call for this flight may still be under way */
  requireNone(flightId: string): void {
    const leftMs = this.#leftMs(flightId);
    if (leftMs > 0) throw unavailable('a call for this flight may still be under way there', leftMs / 1_000);
  }

  #leftMs(flightId: string): number {
    return (this.#endsAt.get(flightId) ?? Number.NEGATIVE_INFINITY) - this.#clock.now();
  }
}
