import { type Patience, stillBusy, type Wait, type Waits } from './waiting.ts';

/** One paperwork call of a pilot at a time, in the order in which they came; each waits for its own time only. */
export class PilotTurns {
  readonly #waits: Waits;
  readonly #tails = new Map<string, Promise<unknown>>();

  constructor(waits: Waits) {
    this.#waits = waits;
  }

  /** Starts the patience of a call; see `Waits.begin`. */
  begin(holdsWorker: boolean | undefined): Wait {
    return this.#waits.begin(holdsWorker === true);
  }

  /**
   * Runs `task` when the pilot's earlier calls are done.
   * @throws Refusal `crew-center-unavailable` when the caller's patience ends before that; `task` is not run then
   */
  async run<T>(pilotId: string, patience: Patience, task: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(pilotId);
    const { promise: done, resolve: leave } = Promise.withResolvers<void>();
    // One that gives up its turn leaves those behind it waiting for those before it.
    const tail = before === undefined ? done : before.then(() => done);
    this.#tails.set(pilotId, tail);
    tail.then(() => {
      if (this.#tails.get(pilotId) === tail) this.#tails.delete(pilotId);
    });
    try {
      if (before !== undefined && !(await patience.settles(before))) throw stillBusy();
      return await task();
    } finally {
      leave();
    }
  }
}
