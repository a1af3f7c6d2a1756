/** Lets concurrent calls with the same key share one run of the work. */
export class Joined<T> {
  readonly #running = new Map<string, Promise<T>>();

  /** Returns the current run of this key (`joined` is true), or starts one. */
  run(key: string, task: () => Promise<T>): { readonly job: Promise<T>; readonly joined: boolean } {
    const running = this.#running.get(key);
    if (running !== undefined) return { job: running, joined: true };
    const job = task().finally(() => this.#running.delete(key));
    this.#running.set(key, job);
    return { job, joined: false };
  }
}
