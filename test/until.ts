import { setTimeout } from 'node:timers/promises';

/** Waits until this is so, looking again every few milliseconds: the one place where a test lets time pass. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  { withinMs = 20_000, everyMs = 20 }: { readonly withinMs?: number; readonly everyMs?: number } = {},
): Promise<void> {
  const giveUpAt = performance.now() + withinMs;
  while (!(await isSo())) {
    if (performance.now() > giveUpAt) throw new Error(`it did not come to pass: ${isSo}`);
    await setTimeout(everyMs);
  }
}
