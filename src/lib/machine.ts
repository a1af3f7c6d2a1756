/** What a part takes of the machine that it runs on, so that a simulation can give it another one. */
export interface Machine {
  /** Runs `task` once after `ms`; dispose to cancel. Keeps the process alive. */
  after(ms: number, task: () => void): Disposable;
  /** Milliseconds on a clock that nobody sets. */
  monotonic(): number;
  /** At least 0, less than 1. */
  random(): number;
}

export const thisMachine: Machine = {
  after(ms, task) {
    const timer = setTimeout(task, ms);
    return { [Symbol.dispose]: () => clearTimeout(timer) };
  },
  monotonic: () => performance.now(),
  random: () => Math.random(),
};

/** Settles after `ms`; rejects with its reason once the signal is aborted. */
export function pause(machine: Pick<Machine, 'after'>, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = () => {
      timer[Symbol.dispose]();
      reject(signal?.reason);
    };
    const timer = machine.after(ms, () => {
      signal?.removeEventListener('abort', abort);
      resolve();
    });
    signal?.addEventListener('abort', abort, { once: true });
  });
}
