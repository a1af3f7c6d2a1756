import type { Clock } from '../lib/clock.ts';
import type { Flight } from '../tracking/model.ts';
import type { NewEvent } from './event.ts';
import { reviewEvent } from './flight-events.ts';
import type { WatchList } from './store/watch-list.ts';

export type ReviewState = 'pending' | 'accepted' | 'rejected' | 'gone';

export interface ReviewNeeds {
  readonly list: WatchList;
  readonly clock: Clock;
  /** The flight and what the crew center says of its PIREP; null when it cannot say now. */
  read(flightId: string): Promise<{ readonly flight: Flight | null; readonly state: ReviewState } | null>;
  /** Stores the event; `done` is part of the same transaction. */
  publish(event: NewEvent, done: () => void): void;
  onError(error: unknown): void;
}

const everyMs = 60_000;
/** PIREPs asked for in a round: a crew center with thousands that nobody reviews is not burdened. */
const maxAsked = 20;
/** What is not reviewed by then is not watched any longer. */
const watchedMs = 60 * 86_400_000;

/** Asks the crew center for PIREPs that wait for a review, because it does not report what its staff decide. */
export class Reviews {
  readonly #needs: ReviewNeeds;
  readonly #closed = new AbortController();
  #timer: Disposable;
  #running: Promise<void> | null = null;

  constructor(needs: ReviewNeeds) {
    this.#needs = needs;
    this.#timer = this.#arm();
  }

  async close(): Promise<void> {
    this.#closed.abort();
    this.#timer[Symbol.dispose]();
    await this.#running;
  }

  #arm(): Disposable {
    return this.#needs.clock.after(everyMs, () => {
      this.#running = this.#round()
        .catch((error: unknown) => this.#needs.onError(error))
        .finally(() => {
          this.#running = null;
          if (!this.#closed.signal.aborted) this.#timer = this.#arm();
        });
    });
  }

  async #round(): Promise<void> {
    const { list, clock } = this.#needs;
    list.forgetReviews(clock.now() - watchedMs);
    for (const flightId of list.nextReviews(maxAsked)) {
      // Before its answer: one that cannot be read must not be the first of every round.
      list.noteAsked(flightId, clock.now());
      if (!(await this.#ask(flightId))) return;
    }
  }

  /** Returns whether the next may be asked for. */
  async #ask(flightId: string): Promise<boolean> {
    try {
      const read = await this.#needs.read(flightId);
      if (this.#closed.signal.aborted || read === null) return false;
      this.#note(flightId, read.flight, read.state);
    } catch (error) {
      // Of this PIREP: the others are asked for all the same.
      this.#needs.onError(error);
    }
    return !this.#closed.signal.aborted;
  }

  #note(flightId: string, flight: Flight | null, state: ReviewState): void {
    const { list, clock, publish } = this.#needs;
    const remove = () => list.removeReview(flightId);
    if (flight === null || state === 'gone') remove();
    else if (state !== 'pending') publish(reviewEvent(flight, state, clock.now()), remove);
  }
}
