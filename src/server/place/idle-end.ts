import type { Clock } from '../../lib/clock.ts';
import { type Loop, repeatEvery } from '../../tracking/sweep/loop.ts';

export interface IdleNeeds {
  readonly clock: Clock;
  /** Whether somebody flies, or something waits to be delivered or finished. */
  isNeeded(): Promise<boolean>;
  /** When the last request came, in milliseconds since the epoch. */
  lastRequestAt(): number;
  onError(error: unknown): void;
}

const lookEveryMs = 60_000;
/** How long nothing must have needed the server, and how long nobody must have asked it anything then. */
export const idleTimes = { unneededMs: 3_600_000, unaskedMs: 300_000 } as const;

/** Notices that nothing has needed the server for an hour and that nobody asks it anything. */
export class IdleEnd implements Disposable {
  /** Settles then. */
  readonly ended: Promise<void>;
  readonly #needs: IdleNeeds;
  readonly #end: () => void;
  #neededAt: number;
  readonly #loop: Loop;

  constructor(needs: IdleNeeds) {
    this.#needs = needs;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    this.#end = resolve;
    this.#neededAt = needs.clock.now();
    this.#loop = repeatEvery(needs.clock, lookEveryMs, () => this.#look(), needs.onError);
  }

  [Symbol.dispose](): void {
    void this.#loop.stop();
  }

  async #look(): Promise<void> {
    const { clock, isNeeded, lastRequestAt } = this.#needs;
    // What cannot be known keeps it running.
    const needed = await isNeeded().catch((error: unknown) => {
      this.#needs.onError(error);
      return true;
    });
    const now = clock.now();
    // A clock that was set back counts from there.
    if (needed || now < this.#neededAt) this.#neededAt = now;
    if (now - this.#neededAt >= idleTimes.unneededMs && now - lastRequestAt() >= idleTimes.unaskedMs) this.#end();
  }
}
