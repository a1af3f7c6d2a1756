/**
 * One piece of work on the crew center at a time for one flight, in the order in which they came. Who asks for what is
 * under way already, or waits already, shares it.
 */
export class Lane {
  readonly #waiting = new Map<string, Promise<unknown>>();
  #last: Promise<unknown> | null = null;

  /** The work that runs or waits last; null when there is none. */
  get busy(): Promise<unknown> | null {
    return this.#last;
  }

  /** The work of this kind that runs or waits; null when there is none. */
  pending(kind: string): Promise<unknown> | null {
    return this.#waiting.get(kind) ?? null;
  }

  /** @param kind what is done: two runs of a kind are one */
  run<T>(kind: string, task: () => Promise<T>): Promise<T> {
    const shared = this.#waiting.get(kind) as Promise<T> | undefined;
    if (shared !== undefined) return shared;
    const before = this.#last;
    const job = (before === null ? task() : before.then(task, task)).finally(() => {
      this.#waiting.delete(kind);
      if (this.#last === job) this.#last = null;
    });
    this.#waiting.set(kind, job);
    this.#last = job;
    return job;
  }
}
