import type { Session } from './session-model.ts';
import { type Patience, stillBusy, type Wait, type Waits } from './waiting.ts';

/** A pilot's turn: until it is over, nobody else opens a flight of this pilot. */
export interface Turn {
  readonly pilot: Session['pilot'];
  /** How long the call may wait for the crew center. */
  readonly patience: Patience;
  readonly isOver: boolean;
}

/** Runs a pilot's paperwork calls one at a time, in order of arrival; each has its own timeout. */
export class PilotTurns {
  readonly #waits: Waits;
  readonly #tails = new Map<string, Promise<unknown>>();

  constructor(waits: Waits) {
    this.#waits = waits;
  }

  /** Starts the timeout of a call; see `Waits.begin`. */
  begin(holdsWorker: boolean | undefined): Wait {
    return this.#waits.begin(holdsWorker === true);
  }

  /**
   * Runs `task` when the pilot's earlier calls are done.
   * @throws Refusal `crew-center-unavailable` when the caller's timeout ends before that; `task` is not run then
   */
  async run<T>(pilot: Session['pilot'], patience: Patience, task: (turn: Turn) => Promise<T>): Promise<T> {
    const before = this.#tails.get(pilot.id);
    const { promise: done, resolve: leave } = Promise.withResolvers<void>();
    // A call that times out keeps its place, so that later calls still wait for earlier ones.
    const tail = before === undefined ? done : before.then(() => done);
    this.#tails.set(pilot.id, tail);
    tail.then(() => {
      if (this.#tails.get(pilot.id) === tail) this.#tails.delete(pilot.id);
    });
    const turn = { pilot, patience, isOver: false };
    try {
      if (before !== undefined && !(await patience.settles(before))) throw stillBusy();
      return await task(turn);
    } finally {
      turn.isOver = true;
      leave();
    }
  }
}
