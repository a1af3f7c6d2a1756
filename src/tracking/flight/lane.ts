/**
 * Runs a flight's tasks at the crew center one at a time, in order. A task of a kind that is already running or waiting is
 * shared instead of run again.
 */
export class Lane {
  /** By kind; null while there are none, as nearly always: ten thousand flights have a lane each. */
  #waiting: Map<string, Promise<unknown>> | null = null;
  #last: Promise<unknown> | null = null;

  /** The last task that runs or waits; null when there is none. */
  get busy(): Promise<unknown> | null {
    return this.#last;
  }

  /** Returns the task of this kind that runs or waits; null when there is none. */
  pending(kind: string): Promise<unknown> | null {
    return this.#waiting?.get(kind) ?? null;
  }

  /** @param kind tasks of the same kind are shared; null for one that is not */
  run<T>(kind: string | null, task: () => Promise<T>): Promise<T> {
    const shared = kind === null ? undefined : (this.#waiting?.get(kind) as Promise<T> | undefined);
    if (shared !== undefined) return shared;
    const before = this.#last;
    const job = (before === null ? task() : before.then(task, task)).finally(() => {
      if (kind !== null) this.#forget(kind);
      if (this.#last === job) this.#last = null;
    });
    if (kind !== null) {
      this.#waiting ??= new Map();
      this.#waiting.set(kind, job);
    }
    this.#last = job;
    return job;
  }

  #forget(kind: string): void {
    this.#waiting?.delete(kind);
    if (this.#waiting?.size === 0) this.#waiting = null;
  }
}
