/** Counts what is under way. */
export class Waiting {
  #count = 0;
  #settled = Promise.withResolvers<void>();

  /** Returns what ends it. */
  add(): () => void {
    if (this.#count === 0) this.#settled = Promise.withResolvers();
    this.#count += 1;
    return () => {
      this.#count -= 1;
      if (this.#count === 0) this.#settled.resolve();
    };
  }

  async settled(): Promise<void> {
    while (this.#count > 0) await this.#settled.promise;
  }
}
