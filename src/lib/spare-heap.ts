import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Clock, systemClock } from './clock.ts';

const checkEveryMs = 20_000;
/** What is worth that everybody waits: much at once, less when there was little to do for a minute. */
const worth = { bytes: 64 * 2 ** 20, quietBytes: 16 * 2 ** 20, quietLooks: 3 } as const;
/**
 * While the thread works a larger share of its time, nobody is made to wait, whatever it works at. With a tenth, what
 * has piled up in a stop is worked off in a ninth of the time that the stop took.
 */
const quietShare = 0.1;
/** A heap that swings is not collected at each of its lows: ten minutes from one time to the next. */
const restLooks = (10 * 60_000) / checkEveryMs;

/** What a thread has done since its start, in milliseconds: worked, and waited for work. */
export interface LoopTimes {
  readonly active: number;
  readonly idle: number;
}

export interface SpareHeapNeeds {
  /** Of the machine: memory is given back in no other time. */
  readonly clock: Clock;
  /** Size of the heap with what is free in it, in bytes. */
  heapBytes(): number;
  /** Of the thread whose heap it is, which `giveBack` stops. */
  loopTimes(): LoopTimes;
  /** Gives back what the heap does not need. Nothing else is done for some tenths of a second. */
  giveBack(): void;
}

/**
 * Gives memory of a thread's heap back after a burst. V8 keeps every page that a heap once had, however much smaller it is now (Node 24, also
 * after its own collections to save memory), but for one kind of collection, which gives back those of its own thread. That takes as long as a full one, in one piece: so it
 * waits until the thread has had little to do from one look to the next, and comes at most once in ten minutes. Reports do not
 * tell that: with the journal in MariaDB none is stored here, and pages, exports and streams are work too.
 */
export class SpareHeap implements Disposable {
  readonly #needs: SpareHeapNeeds;
  /** Largest size that was seen since memory was given back. */
  #maxBytes: number;
  #loopTimes: LoopTimes;
  /** Number of looks before memory may be given back again. */
  #rest = 0;
  /** Number of looks in a row at which the thread had had little to do. */
  #quietLooks = 0;
  #timer: Disposable;

  constructor(needs: SpareHeapNeeds) {
    this.#needs = needs;
    this.#maxBytes = needs.heapBytes();
    this.#loopTimes = needs.loopTimes();
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
    const { heapBytes, giveBack } = this.#needs;
    const bytes = heapBytes();
    this.#maxBytes = Math.max(this.#maxBytes, bytes);
    this.#rest = Math.max(0, this.#rest - 1);
    this.#quietLooks = this.#busyShare() <= quietShare ? this.#quietLooks + 1 : 0;
    const worthBytes = this.#quietLooks < worth.quietLooks ? worth.bytes : worth.quietBytes;
    if (this.#quietLooks === 0 || this.#rest > 0 || this.#maxBytes - bytes < worthBytes) return;
    giveBack();
    this.#maxBytes = heapBytes();
    this.#rest = restLooks;
  }

  /** Share of the time since the last look in which the thread worked, 0 to 1. */
  #busyShare(): number {
    const before = this.#loopTimes;
    this.#loopTimes = this.#needs.loopTimes();
    const active = this.#loopTimes.active - before.active;
    return active / (active + this.#loopTimes.idle - before.idle);
  }
}

/** The thread that calls, and its heap. */
export const ofThisThread: SpareHeapNeeds = {
  clock: systemClock,
  heapBytes: () => getHeapStatistics().total_heap_size,
  loopTimes: () => performance.eventLoopUtilization(),
  giveBack: giveBackPages,
};

type Collect = (options: {
  readonly type: 'major';
  readonly execution: 'sync';
  readonly flavor: 'last-resort';
}) => void;
let collect: Collect | undefined;

/** Collects as V8 does before it runs out of memory, which gives every free page of this thread's heap back to the system. */
export function giveBackPages(): void {
  if (collect === undefined) {
    // Of the whole process: another thread that does the same may have taken it away again. Then there is a next time.
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('globalThis.gc') as Collect | undefined;
    setFlagsFromString('--no-expose-gc');
  }
  collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
