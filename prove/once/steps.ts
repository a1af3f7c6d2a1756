/** Where an adapter's work is broken off: at its step `at` (from 1), before the host got it, or after it was done and before the answer. */
export interface Break {
  readonly at: number;
  readonly when: 'before' | 'after';
  /** `cut`: the connection is lost. `crash`: our process ends in that moment. `pause`: it is stopped there, and goes on later. */
  readonly effect: 'cut' | 'crash' | 'pause';
}

/** Counts each statement and each HTTP call of one adapter, and says which one is broken off. */
export class Steps {
  readonly names: string[] = [];
  /** After a crash nothing passes any more, in neither direction. */
  isDead = false;
  readonly #plan: Break | null;
  readonly #onCrash: () => void;
  readonly #stopped = Promise.withResolvers<void>();
  #goesOn: PromiseWithResolvers<void> | null = null;
  #isArmed = false;

  constructor(plan: Break | null, onCrash: () => void) {
    this.#plan = plan;
    this.#onCrash = onCrash;
  }

  /** Counts from here on. */
  arm(): void {
    this.#isArmed = true;
  }

  /** The next step; whether it passes, or is broken off before or after it is done. */
  next(name: string): 'passes' | Break['when'] {
    if (!this.#isArmed) return 'passes';
    this.names.push(name);
    if (this.#plan?.at !== this.names.length) return 'passes';
    if (this.#plan.effect !== 'pause') return this.#plan.when;
    this.#goesOn = Promise.withResolvers();
    this.#stopped.resolve();
    return 'passes';
  }

  /** Settles when the process is stopped. */
  get stopped(): Promise<void> {
    return this.#stopped.promise;
  }

  /** Null while the process runs; else settles when it goes on. Nothing of it may pass until then, in neither direction. */
  get pause(): Promise<void> | null {
    return this.#goesOn?.promise ?? null;
  }

  goOn(): void {
    this.#goesOn?.resolve();
    this.#goesOn = null;
  }

  /** The step is broken off now. @returns whether the connection is to be closed, as it is unless our process is gone */
  breakOff(): 'close' | 'silence' {
    if (this.#plan?.effect !== 'crash') return 'close';
    this.isDead = true;
    this.#onCrash();
    return 'silence';
  }
}
