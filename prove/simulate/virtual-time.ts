import type { Timing } from '../../src/client/timing.ts';
import type { Clock } from '../../src/lib/clock.ts';
import type { Draws } from './chance.ts';

/** What is still to happen. */
interface Task {
  readonly dueAt: number;
  readonly label: string;
  readonly life: Life;
  readonly run: () => void;
  /** Its place in the list; -1 once it is off. */
  index: number;
}

/** How late a task may be, milliseconds: those that are due within it happen in any order. */
const slackMs = 2;

/** Time that passes only from one task to the next. Of those that are ready, chance takes one. */
export class VirtualTime {
  #now: number;
  readonly #tasks: Task[] = [];
  readonly #draws: Draws;

  constructor(now: number, draws: Draws) {
    this.#now = now;
    this.#draws = draws;
  }

  /** The true time, which nobody in the simulation can read: milliseconds since the Unix epoch. */
  get now(): number {
    return this.#now;
  }

  get pending(): number {
    return this.#tasks.length;
  }

  /** How many tasks wait, by their labels. */
  pendingByLabel(): Readonly<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const { label } of this.#tasks) counts[label] = (counts[label] ?? 0) + 1;
    return counts;
  }

  add(life: Life, ms: number, label: string, run: () => void): Disposable {
    const task: Task = { dueAt: this.#now + Math.max(0, ms), label, life, run, index: this.#tasks.length };
    this.#tasks.push(task);
    return { [Symbol.dispose]: () => this.#remove(task) };
  }

  /** Moves on to the next task and runs it. Returns its label; null when nothing is left to happen. */
  step(): string | null {
    const task = this.#next();
    if (task === null) return null;
    this.#remove(task);
    this.#now = Math.max(this.#now, task.dueAt);
    task.run();
    return task.label;
  }

  /** Takes off everything that this life still waits for. */
  forget(life: Life): void {
    for (const task of this.#tasks.filter((each) => each.life === life)) this.#remove(task);
  }

  #next(): Task | null {
    let first = Number.POSITIVE_INFINITY;
    for (const { dueAt, life } of this.#tasks) if (dueAt < first && !life.isPaused) first = dueAt;
    const until = Math.max(first, this.#now) + slackMs;
    const ready = this.#tasks.filter(({ dueAt, life }) => dueAt <= until && !life.isPaused);
    if (ready.length < 2) return ready[0] ?? null;
    return this.#draws.pick(ready);
  }

  #remove(task: Task): void {
    if (task.index < 0) return;
    const last = this.#tasks.pop();
    if (last !== undefined && last !== task) {
      this.#tasks[task.index] = last;
      last.index = task.index;
    }
    task.index = -1;
  }
}

/** A process, a machine or a network of the simulation: what waits in it is gone when it dies. */
export class Life {
  readonly #time: VirtualTime;
  readonly #label: string;
  #isOver = false;
  /** How far its clock is wrong, milliseconds. */
  skewMs = 0;
  /** How fast its timers run; 1 is right. */
  rate = 1;
  /** Whether nothing of it happens: what is due meanwhile happens when it goes on. */
  isPaused = false;

  constructor(time: VirtualTime, label: string) {
    this.#time = time;
    this.#label = label;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  end(): void {
    this.#isOver = true;
    this.#time.forget(this);
  }

  now(): number {
    return Math.round(this.#time.now + this.skewMs);
  }

  after(ms: number, task: () => void, label = this.#label): Disposable {
    if (this.#isOver) return { [Symbol.dispose]() {} };
    return this.#time.add(this, ms / this.rate, label, task);
  }

  /** Never settles when it dies meanwhile. */
  sleep(ms: number, label = this.#label): Promise<void> {
    return new Promise((resolve) => void this.after(ms, resolve, label));
  }

  /** The clock that a server is given. */
  get clock(): Clock {
    return { now: () => this.now(), after: (ms, task) => this.after(ms, task) };
  }

  /** The clocks and timers that the SDK is given. */
  get timing(): Timing {
    return {
      now: () => this.now(),
      elapsed: () => this.#time.now,
      sleep: (ms, signal) => this.#sleepUnless(ms, signal),
      after: (ms, task) => {
        const timer = this.after(ms, task);
        return () => timer[Symbol.dispose]();
      },
    };
  }

  #sleepUnless(ms: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const abort = () => {
        timer[Symbol.dispose]();
        reject(signal?.reason);
      };
      const timer = this.after(ms, () => {
        signal?.removeEventListener('abort', abort);
        resolve();
      });
      signal?.addEventListener('abort', abort, { once: true });
    });
  }
}
