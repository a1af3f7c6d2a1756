/** One paperwork call of a pilot at a time, in the order in which they came. */
export class PilotLocks {
  readonly #tails = new Map<string, Promise<unknown>>();

  async run<T>(pilotId: string, task: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(pilotId) ?? Promise.resolve();
    const mine = before.then(task, task);
    const tail = mine.catch(() => undefined);
    this.#tails.set(pilotId, tail);
    try {
      return await mine;
    } finally {
      if (this.#tails.get(pilotId) === tail) this.#tails.delete(pilotId);
    }
  }
}
