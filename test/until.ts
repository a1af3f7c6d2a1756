import { setTimeout } from 'node:timers/promises';

export interface Patience {
  readonly withinMs?: number;
  readonly everyMs?: number;
  /** It will not come to pass any more: a process that is waited for has ended. */
  readonly isLost?: () => boolean;
  /** What to say when it did not come to pass. */
  readonly otherwise?: () => string | Promise<string>;
}

/** Waits until this is so, looking again every few milliseconds: the one place where a test lets time pass. */
export async function until(isSo: () => boolean | Promise<boolean>, patience: Patience = {}): Promise<void> {
  const { withinMs = 60_000, everyMs = 20, isLost = () => false, otherwise = () => `never so: ${isSo}` } = patience;
  const giveUpAt = performance.now() + withinMs;
  while (!(await isSo())) {
    if (isLost() || performance.now() > giveUpAt) throw new Error(await otherwise());
    await setTimeout(everyMs);
  }
}
