import { backoffMs, type Clock } from './clock.ts';

/** A numbered entry of a log. */
export interface Entry {
  readonly number: number;
}

/** Numbered entries on disk, and where the cursors of those who follow them are kept. */
export interface DurableLog<T extends Entry> {
  /** Those with a number above `after`, in order, at most `limit`. */
  read(after: number, limit: number): Promise<readonly T[]>;
  /** The number of the newest; 0 when there is none. */
  last(): number;
  /** How far this follower has read; null when it never did. */
  cursor(name: string): number | null;
  saveCursor(name: string, number: number): Promise<void>;
}

/** What a follower needs beside its log. */
export interface FollowerOptions {
  readonly clock: Clock;
  /** Calls `wake` when there may be new entries. */
  listen(wake: () => void): Disposable;
  onError(error: unknown): void;
}

/**
 * Handles one entry. While it throws, the entry is tried again, with growing waits, and later ones wait. `signal` is aborted
 * when the follower is closed.
 */
export type Handler<T> = (entry: T, signal: AbortSignal) => Promise<void> | void;

const batchSize = 100;
/** How long `close` waits for a handler that is under way. */
const closeMs = 5_000;

/**
 * Gives a listener every entry of a log in the order in which they became durable, at least once: its cursor is stored
 * after the entry was handled. A name that never followed begins with what happens from now on.
 */
export class Follower<T extends Entry> {
  readonly #log: DurableLog<T>;
  readonly #name: string;
  readonly #handle: Handler<T>;
  readonly #options: FollowerOptions;
  readonly #listening: Disposable;
  #cursor: number;
  /** Whether the log knows this name: before that, an entry that is not handled when the process dies would be lost. */
  #isKnown: boolean;
  #retry: Disposable | null = null;
  #failures = 0;
  readonly #closed = new AbortController();
  /** A handler did not end in time: what it still does changes nothing here. */
  #isAbandoned = false;
  #running: Promise<void> | null = null;
  #isDue = false;

  constructor(log: DurableLog<T>, name: string, handle: Handler<T>, options: FollowerOptions) {
    this.#log = log;
    this.#name = name;
    this.#handle = handle;
    this.#options = options;
    const known = log.cursor(name);
    this.#cursor = known ?? log.last();
    this.#isKnown = known !== null;
    this.#listening = options.listen(() => this.wake());
    this.wake();
  }

  /**
   * Stops; what was not handled is handled by the next follower of this name. Waits for the handler, five seconds at most: the entry
   * of one that hangs counts as not handled.
   */
  async close(): Promise<void> {
    this.#closed.abort();
    this.#listening[Symbol.dispose]();
    this.#retry?.[Symbol.dispose]();
    if (this.#running === null) return;
    const { promise: isLate, resolve } = Promise.withResolvers<void>();
    using _limit = this.#options.clock.after(closeMs, resolve);
    await Promise.race([this.#running, isLate]);
    this.#isAbandoned = true;
  }

  get #isClosed(): boolean {
    return this.#closed.signal.aborted;
  }

  /** There may be new entries, also of another process. */
  wake(): void {
    this.#isDue = true;
    if (this.#isClosed || this.#retry !== null || this.#running !== null) return;
    this.#running = this.#run().finally(() => {
      this.#running = null;
      if (this.#isDue) this.wake();
    });
  }

  async #run(): Promise<void> {
    while (this.#isDue && !this.#isClosed && this.#retry === null) {
      this.#isDue = false;
      try {
        await this.#catchUp();
        this.#failures = 0;
      } catch (error) {
        if (this.#isAbandoned) return;
        // A full disk, or a server that stops: the cursor stays, and what comes after it is handled again.
        this.#options.onError(error);
        if (this.#isClosed) return;
        this.#failures += 1;
        this.#retry = this.#options.clock.after(backoffMs(this.#failures), () => {
          this.#retry = null;
          this.wake();
        });
      }
    }
  }

  async #catchUp(): Promise<void> {
    if (!this.#isKnown) await this.#save();
    this.#isKnown = true;
    for (;;) {
      const entries = await this.#log.read(this.#cursor, batchSize);
      const before = this.#cursor;
      try {
        for (const entry of entries) {
          if (this.#isClosed) return;
          await this.#handle(entry, this.#closed.signal);
          if (this.#isAbandoned) return;
          this.#cursor = entry.number;
        }
      } finally {
        if (this.#cursor !== before && !this.#isAbandoned) await this.#save();
      }
      if (entries.length < batchSize) return;
    }
  }

  #save(): Promise<void> {
    return this.#log.saveCursor(this.#name, this.#cursor);
  }
}
