import type { Clock } from '../lib/clock.ts';

/** Waits for `task` at most `ms`; true when it settled in time (its failure is thrown), false when it is still under way. */
export async function settlesWithin(clock: Clock, ms: number, task: Promise<unknown>): Promise<boolean> {
  let late: Disposable | undefined;
  const deadline = new Promise<boolean>((resolve) => {
    late = clock.after(ms, () => resolve(false));
  });
  try {
    return await Promise.race([task.then(() => true), deadline]);
  } finally {
    late?.[Symbol.dispose]();
  }
}

/** Milliseconds to wait before try number `attempts` + 1: 1 s, 2 s, 4 s … at most a minute. */
export function backoffMs(attempts: number): number {
  return Math.min(60_000, 1_000 * 2 ** Math.min(6, Math.max(0, attempts - 1)));
}
