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
