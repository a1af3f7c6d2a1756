import type { Journal, StoredChange } from '../journal/journal.ts';
import type { Clock } from '../lib/clock.ts';
import type { Changes } from './changes.ts';
import { isRefusal } from './refusals.ts';
import { backoffMs } from './waiting.ts';

/** Handles one change. While it throws, the change is tried again, with growing waits, and later ones wait. */
export type ChangeHandler = (change: StoredChange) => Promise<void> | void;

export interface Follower {
  /** Stops; what was not handled is handled by the next follower of this name. */
  close(): Promise<void>;
}

interface FollowerParts {
  readonly log: Journal['changes'];
  readonly changes: Changes;
  readonly clock: Clock;
  onError(error: unknown): void;
}

const batchSize = 100;

/**
 * Gives a listener every change in the order in which they became durable, at least once: its cursor is stored after the
 * change was handled. A name that was never followed begins with what happens from now on.
 */
export class ChangeFollower implements Follower {
  readonly #parts: FollowerParts;
  readonly #name: string;
  readonly #handle: ChangeHandler;
  readonly #listening: Disposable;
  #cursor: number;
  #retry: Disposable | null = null;
  #failures = 0;
  #isClosed = false;
  #running: Promise<void> | null = null;
  #isDue = false;

  constructor(parts: FollowerParts, name: string, handle: ChangeHandler) {
    this.#parts = parts;
    this.#name = name;
    this.#handle = handle;
    const known = parts.log.cursor(name);
    this.#cursor = known ?? parts.log.last();
    if (known === null) void this.#save().catch((error: unknown) => this.#report(error));
    // Listeners are notified once the change is on disk.
    this.#listening = parts.changes.listen(({ kind }) => {
      if (kind !== 'moved') this.#wake();
    });
    this.#wake();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#listening[Symbol.dispose]();
    this.#retry?.[Symbol.dispose]();
    await this.#running;
  }

  #wake(): void {
    this.#isDue = true;
    if (this.#isClosed || this.#retry !== null || this.#running !== null) return;
    this.#running = this.#run().finally(() => {
      this.#running = null;
      if (this.#isDue) this.#wake();
    });
  }

  async #run(): Promise<void> {
    while (this.#isDue && !this.#isClosed && this.#retry === null) {
      this.#isDue = false;
      try {
        await this.#catchUp();
        this.#failures = 0;
      } catch (error) {
        this.#report(error);
        this.#failures += 1;
        this.#retry = this.#parts.clock.after(backoffMs(this.#failures), () => {
          this.#retry = null;
          this.#wake();
        });
      }
    }
  }

  async #catchUp(): Promise<void> {
    for (;;) {
      const changes = this.#parts.log.read(this.#cursor, batchSize);
      try {
        for (const change of changes) {
          if (this.#isClosed) return;
          await this.#handle(change);
          this.#cursor = change.number;
        }
      } finally {
        if (changes.length > 0) await this.#save();
      }
      if (changes.length < batchSize) return;
    }
  }

  #save(): Promise<void> {
    return this.#parts.log.saveCursor(this.#name, this.#cursor);
  }

  /** A full disk, or a server that stops: the cursor stays, and what comes after it is handled again. */
  #report(error: unknown): void {
    if (!isRefusal(error)) this.#parts.onError(error);
  }
}

/** The followers of one core. */
export class ChangeFollowers {
  readonly #parts: FollowerParts;
  readonly #followers: ChangeFollower[] = [];

  constructor(parts: FollowerParts) {
    this.#parts = parts;
  }

  /** Starts one more; see `ChangeFollower`. */
  follow(name: string, handle: ChangeHandler): Follower {
    const follower = new ChangeFollower(this.#parts, name, handle);
    this.#followers.push(follower);
    return follower;
  }

  async close(): Promise<void> {
    await Promise.all(this.#followers.map((follower) => follower.close()));
  }
}
