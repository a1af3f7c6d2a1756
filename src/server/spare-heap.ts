import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Journal } from '../journal/journal.ts';
import { type Clock, systemClock } from '../lib/clock.ts';

const checkEveryMs = 20_000;
/** Less is not worth that everybody waits. */
const worthBytes = 64 * 2 ** 20;
/** With more stored reports a second than this nobody is made to wait. */
const quietPerSecond = 50;

export interface SpareHeapNeeds {
  /** Of the machine: memory is given back in no other time. */
  readonly clock: Clock;
  /** Size of the heap with what is free in it, in bytes. */
  heapBytes(): number;
  /** Number of reports stored since the start. */
  reports(): number;
  /** Gives back what the heap does not need. Nothing else is done for some tenths of a second. */
  giveBack(): void;
}

/**
 * Gives memory back after a burst. V8 keeps every page that its heap once had, however much smaller it is now (Node 24, also
 * after its own collections to save memory), but for one kind of collection. That takes as long as a full one, in one piece: so it
 * waits until few flights report.
 */
export class SpareHeap implements Disposable {
  readonly #needs: SpareHeapNeeds;
  /** Largest size that was seen since memory was given back. */
  #maxBytes: number;
  #reports: number;
  #timer: Disposable;

  constructor(needs: SpareHeapNeeds) {
    this.#needs = needs;
    this.#maxBytes = needs.heapBytes();
    this.#reports = needs.reports();
    this.#timer = this.#wait();
  }

  [Symbol.dispose](): void {
    this.#timer[Symbol.dispose]();
  }

  #wait(): Disposable {
    return this.#needs.clock.after(checkEveryMs, () => {
      this.#timer = this.#wait();
      this.#check();
    });
  }

  #check(): void {
    const { heapBytes, reports, giveBack } = this.#needs;
    const bytes = heapBytes();
    const stored = reports();
    const perSecond = (stored - this.#reports) / (checkEveryMs / 1_000);
    this.#reports = stored;
    this.#maxBytes = Math.max(this.#maxBytes, bytes);
    if (this.#maxBytes - bytes < worthBytes || perSecond > quietPerSecond) return;
    giveBack();
    this.#maxBytes = heapBytes();
  }
}

/** Watches the heap of this process. */
export function watchSpareHeap(journal: Pick<Journal, 'stats'>): SpareHeap {
  return new SpareHeap({
    clock: systemClock,
    heapBytes: () => getHeapStatistics().total_heap_size,
    reports: () => journal.stats().rows,
    giveBack: giveBackPages,
  });
}

type Collect = (options: {
  readonly type: 'major';
  readonly execution: 'sync';
  readonly flavor: 'last-resort';
}) => void;
let collect: Collect | null = null;

/** Collects as V8 does before it runs out of memory, which gives every free page back to the system. */
export function giveBackPages(): void {
  if (collect === null) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as Collect;
    setFlagsFromString('--no-expose-gc');
  }
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
