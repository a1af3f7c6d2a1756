import type { Clock } from '../../lib/clock.ts';
import type { Flight, Intent } from '../model.ts';
import { isUnanswered } from '../refusals.ts';

/** What a flight may have to deliver to the crew center: its intent, or a change of the aircraft. */
export type Errand = Intent['kind'] | 'aircraft';

/** An errand that the crew center could not take, and why. */
export interface Delay {
  readonly flight: Flight;
  readonly errand: Errand;
  readonly reason: string;
  /** When it was last tried. */
  readonly at: number;
}

const keptMs = 3_600_000;

/**
 * Why paperwork waits for the crew center. Only the client hears of a start that fails, and its flight is dropped, so a start is
 * kept for an hour, unless its pilot starts a flight meanwhile.
 */
export class Delays {
  readonly #clock: Clock;
  readonly #onDelay: (delay: Delay) => void;
  readonly #byFlight = new Map<string, Delay>();

  /** @param onDelay receives each reason once for each errand of a flight */
  constructor(clock: Clock, onDelay: (delay: Delay) => void = () => undefined) {
    this.#clock = clock;
    this.#onDelay = onDelay;
  }

  note(flight: Flight, errand: Errand, error: unknown): void {
    if (!isUnanswered(error)) return;
    const before = this.#byFlight.get(flight.id);
    const delay = { flight, errand, reason: error.message, at: this.#clock.now() };
    this.#byFlight.set(flight.id, delay);
    if (before?.errand !== errand || before.reason !== delay.reason) this.#onDelay(delay);
    for (const [id, { at }] of this.#byFlight) if (at < delay.at - keptMs) this.#byFlight.delete(id);
  }

  reasonOf(flightId: string): string | null {
    return this.#byFlight.get(flightId)?.reason ?? null;
  }

  /** The start is given up until the pilot repeats it. */
  noteDropped(flight: Flight): void {
    const delay = this.#byFlight.get(flight.id);
    if (delay !== undefined) this.#byFlight.set(flight.id, { ...delay, flight });
  }

  /** The crew center took it. */
  noteDone({ id, pilot }: Flight, errand: Errand): void {
    this.#byFlight.delete(id);
    if (errand !== 'start') return;
    for (const each of this.failedStarts())
      if (each.flight.pilot.id === pilot.id) this.#byFlight.delete(each.flight.id);
  }

  /** Starts of the last hour that failed, and whose pilots have not started a flight since. */
  failedStarts(): readonly Delay[] {
    const from = this.#clock.now() - keptMs;
    return [...this.#byFlight.values()].filter(({ errand, at }) => errand === 'start' && at >= from);
  }
}
