/** Runs the tasks of one name one after the other; those of different names do not wait for each other. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  run<T>(name: string, task: () => Promise<T>): Promise<T> {
    const before = this.#last.get(name) ?? Promise.resolve();
    const turn = before.then(task, task);
    this.#last.set(name, turn);
    const forget = () => {
      if (this.#last.get(name) === turn) this.#last.delete(name);
    };
    turn.then(forget, forget);
    return turn;
  }
}
