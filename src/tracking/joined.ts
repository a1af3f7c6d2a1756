/** Equal calls that are under way at the same time share one run of the work. */
export class Joined<T> {
  readonly #running = new Map<string, Promise<T>>();

  /** The run that is under way under this key, or a new one. `joined` says which. */
  run(key: string, task: () => Promise<T>): { readonly job: Promise<T>; readonly joined: boolean } {
    const running = this.#running.get(key);
    if (running !== undefined) return { job: running, joined: true };
    const job = task().finally(() => this.#running.delete(key));
    this.#running.set(key, job);
    return { job, joined: false };
  }
}
