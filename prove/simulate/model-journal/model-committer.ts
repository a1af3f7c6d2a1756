import { journalFull } from '../../../src/journal/not-stored.ts';
import type { Clock } from '../../../src/lib/clock.ts';

/** One write of a batch, which changes what is on the disk. */
export type Write = () => void;

export interface DiskConduct {
  /** How long the next transaction takes, in milliseconds. */
  commitMs(): number;
  /** Whether there is no room for it. */
  isFull(): boolean;
}

export interface CommitterLimits {
  /** How long the first write of a batch waits for others, in milliseconds. */
  readonly commitWindowMs: number;
  /** Maximum number of waiting writes. */
  readonly queueRows: number;
}

/** Number of waiting writes at which the window ends early. */
const enough = 32;

interface Batch {
  readonly writes: Write[];
  readonly settled: PromiseWithResolvers<void>;
}

/** Whom a journal gives its writes. */
export type Committer = Pick<
  ModelCommitter,
  'add' | 'barrier' | 'requireRoom' | 'waiting' | 'counts' | 'close' | 'die'
>;

/** Group commit: writes that come while a batch is being written form the next batch. Only the clock says how long it takes. */
export class ModelCommitter {
  readonly #clock: Clock;
  readonly #conduct: DiskConduct;
  readonly #limits: CommitterLimits;
  #filling = newBatch();
  #committing: Batch | null = null;
  #timer: Disposable | null = null;
  /** Whether the window of the current batch has ended. */
  #isDue = false;
  #isDead = false;
  readonly counts = { commits: 0, rows: 0, failures: 0 };

  constructor(clock: Clock, conduct: DiskConduct, limits: CommitterLimits) {
    this.#clock = clock;
    this.#conduct = conduct;
    this.#limits = limits;
  }

  get waiting(): number {
    return this.#filling.writes.length + (this.#committing?.writes.length ?? 0);
  }

  /** @throws Refusal `journal-full` */
  requireRoom(count: number): void {
    if (this.waiting + count > this.#limits.queueRows) throw journalFull('Too many reports are waiting to be stored.');
  }

  /** Adds writes to one batch, and returns its promise. */
  add(...writes: readonly Write[]): Promise<void> {
    const { promise } = this.#filling.settled;
    this.#filling.writes.push(...writes);
    if (this.#isDue) return promise;
    if (this.#committing === null && this.#filling.writes.length >= enough) this.#setTimer(0);
    else if (this.#timer === null) this.#setTimer(this.#limits.commitWindowMs);
    return promise;
  }

  /** Settles when everything added so far is on disk; rejects when any of it could not be stored. */
  async barrier(): Promise<void> {
    const { writes, settled } = this.#filling;
    await Promise.all([this.#committing?.settled.promise, writes.length > 0 ? settled.promise : undefined]);
  }

  /** Writes everything that is waiting. */
  async close(): Promise<void> {
    while (this.waiting > 0) {
      this.#isDue = true;
      this.#flush();
      await this.#committing?.settled.promise.catch(() => undefined);
    }
  }

  /** The process ends now. What is being written is on the disk or not; what waits is gone. Nothing of it settles. */
  die(isWritten: boolean): void {
    this.#isDead = true;
    this.#timer?.[Symbol.dispose]();
    if (isWritten) for (const write of this.#committing?.writes ?? []) write();
  }

  #setTimer(ms: number): void {
    this.#timer?.[Symbol.dispose]();
    this.#timer = this.#clock.after(ms, () => {
      this.#timer = null;
      this.#isDue = true;
      this.#flush();
    });
  }

  #flush(): void {
    if (this.#isDead || this.#committing !== null || this.#filling.writes.length === 0 || !this.#isDue) return;
    this.#timer?.[Symbol.dispose]();
    this.#timer = null;
    this.#isDue = false;
    const batch = this.#filling;
    this.#committing = batch;
    this.#filling = newBatch();
    this.#clock.after(this.#conduct.commitMs(), () => this.#end(batch));
  }

  #end(batch: Batch): void {
    if (this.#isDead) return;
    this.#committing = null;
    if (this.#conduct.isFull()) {
      this.counts.failures += 1;
      batch.settled.reject(journalFull('The server cannot store reports at the moment.'));
    } else {
      this.counts.commits += 1;
      this.counts.rows += batch.writes.length;
      for (const write of batch.writes) write();
      batch.settled.resolve();
    }
    if (this.#filling.writes.length >= enough) this.#isDue = true;
    this.#flush();
  }
}

function newBatch(): Batch {
  const settled = Promise.withResolvers<void>();
  // Those who wait get the rejection; without any it must not end the process.
  settled.promise.catch(() => undefined);
  return { writes: [], settled };
}
