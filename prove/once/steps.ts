/** Where an adapter's work is broken off: at its step `at` (from 1), before the host got it, or after it was done and before the answer. */
export interface Break {
  readonly at: number;
  readonly when: 'before' | 'after';
  /** `cut`: the connection is lost. `crash`: our process ends in that moment. */
  readonly effect: 'cut' | 'crash';
}

/** Counts each statement and each HTTP call of one adapter, and says which one is broken off. */
export class Steps {
  readonly names: string[] = [];
  /** After a crash nothing passes any more, in neither direction. */
  isDead = false;
  readonly #plan: Break | null;
  readonly #onCrash: () => void;
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
    return this.#plan?.at === this.names.length ? this.#plan.when : 'passes';
  }

  /** The step is broken off now. @returns whether the connection is to be closed, as it is unless our process is gone */
  breakOff(): 'close' | 'silence' {
    if (this.#plan?.effect !== 'crash') return 'close';
    this.isDead = true;
    this.#onCrash();
    return 'silence';
  }
}
