import type { Clock } from './clock.ts';

/** Answers that are found once and kept for a moment, however many ask meanwhile. */
export class Kept<T> {
  readonly #clock: Clock;
  readonly #keptMs: number;
  readonly #most: number;
  readonly #answers = new Map<string, { readonly until: number; readonly answer: Promise<T> }>();

  /** @param most - answers that are kept at the same time; the oldest goes first */
  constructor(clock: Clock, keptMs: number, most: number) {
    this.#clock = clock;
    this.#keptMs = keptMs;
    this.#most = most;
  }

  /** One that failed is told to whoever asked meanwhile, and not kept. */
  get(key: string, find: () => Promise<T>): Promise<T> {
    const now = this.#clock.now();
    const kept = this.#answers.get(key);
    if (kept !== undefined && now < kept.until) return kept.answer;
    const answer = find();
    this.#answers.delete(key);
    this.#answers.set(key, { until: now + this.#keptMs, answer });
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > this.#most && oldest !== undefined) this.#answers.delete(oldest);
    answer.catch(() => {
      if (this.#answers.get(key)?.answer === answer) this.#answers.delete(key);
    });
    return answer;
  }
}
