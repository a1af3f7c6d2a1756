/** The clock of the server, which tests can replace. */
export interface Clock {
  /** Milliseconds since the Unix epoch, UTC. */
  now(): number;
  /** Runs `task` once after `ms`; dispose to cancel. Does not keep the process alive. */
  after(ms: number, task: () => void): Disposable;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, task) {
    const timer = setTimeout(task, ms);
    timer.unref();
    return { [Symbol.dispose]: () => clearTimeout(timer) };
  },
};

/** The clock of a machine, corrected by what other machines say. */
export class CorrectedClock implements Clock {
  readonly machine: Clock;
  /** Added to what the machine says, in milliseconds. */
  correctionMs = 0;

  constructor(machine: Clock) {
    this.machine = machine;
  }

  now(): number {
    return this.machine.now() + this.correctionMs;
  }

  after(ms: number, task: () => void): Disposable {
    return this.machine.after(ms, task);
  }
}

/** Milliseconds to wait before try number `attempts` + 1: 1 s, 2 s, 4 s … at most a minute. */
export function backoffMs(attempts: number): number {
  return Math.min(60_000, 1_000 * 2 ** Math.min(6, Math.max(0, attempts - 1)));
}
