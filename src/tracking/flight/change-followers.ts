import type { Journal } from '../../journal/journal.ts';
import type { Clock } from '../../lib/clock.ts';
import { Follower, type Handler } from '../../lib/follower.ts';
import { isRefusal } from '../refusals.ts';
import type { Changes, StoredChange } from './changes.ts';

/** The followers of flight changes, each with its own cursor in the journal. */
export class ChangeFollowers {
  readonly #log: Journal['changes'];
  readonly #changes: Changes;
  readonly #clock: Clock;
  readonly #onError: (error: unknown) => void;
  readonly #followers: Follower<StoredChange>[] = [];

  constructor(log: Journal['changes'], changes: Changes, clock: Clock, onError: (error: unknown) => void) {
    this.#log = log;
    this.#changes = changes;
    this.#clock = clock;
    this.#onError = onError;
  }

  follow(name: string, handle: Handler<StoredChange>): Follower<StoredChange> {
    const follower = new Follower(this.#log, name, handle, {
      clock: this.#clock,
      // Listeners are notified once the change is on disk.
      listen: (wake) => this.#changes.listen(({ kind }) => kind !== 'moved' && wake()),
      onError: (error) => !isRefusal(error) && this.#onError(error),
    });
    this.#followers.push(follower);
    return follower;
  }

  async close(): Promise<void> {
    await Promise.all(this.#followers.map((follower) => follower.close()));
  }
}
