/** Lets `width` tasks run at once; those that somebody waits for go before the others. */
export class Lanes {
  readonly #width: number;
  #running = 0;
  readonly #urgent: (() => void)[] = [];
  readonly #patient: (() => void)[] = [];

  constructor(width: number) {
    this.#width = width;
  }

  async run<T>(lane: 'urgent' | 'patient', task: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#width) {
      await new Promise<void>((resolve) => (lane === 'urgent' ? this.#urgent : this.#patient).push(resolve));
    } else this.#running += 1;
    try {
      return await task();
    } finally {
      const next = this.#urgent.shift() ?? this.#patient.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
