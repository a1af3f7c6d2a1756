import type { Clock } from './clock.ts';

/** Caches results for a short time; concurrent callers share one lookup. */
export class ShortCache<T> {
  readonly #clock: Clock;
  readonly #keptMs: number;
  readonly #maxEntries: number;
  readonly #answers = new Map<string, { readonly until: number; readonly answer: Promise<T> }>();

  /** @param maxEntries maximum number of cached results; the oldest is dropped first */
  constructor(clock: Clock, keptMs: number, maxEntries: number) {
    this.#clock = clock;
    this.#keptMs = keptMs;
    this.#maxEntries = maxEntries;
  }

  /** Returns the cached result, or looks it up. Failures reach all waiters and are not cached. */
  get(key: string, find: () => Promise<T>): Promise<T> {
    const now = this.#clock.now();
    const kept = this.#answers.get(key);
    if (kept !== undefined && now < kept.until) return kept.answer;
    const answer = find();
    this.#answers.delete(key);
    this.#answers.set(key, { until: now + this.#keptMs, answer });
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > this.#maxEntries && oldest !== undefined) this.#answers.delete(oldest);
    answer.catch(() => {
      if (this.#answers.get(key)?.answer === answer) this.#answers.delete(key);
    });
    return answer;
  }

  /** Lets the next `get` look it up again. */
  forget(key: string): void {
    this.#answers.delete(key);
  }
}
