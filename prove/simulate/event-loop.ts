import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';

let waiting = 0;
const own = timers.setImmediate;

/** Counts what waits for the next turn of the event loop, from now on. */
export function countTurns(): void {
  if (timers.setImmediate !== own) return;
  const counting = ((task: (...given: unknown[]) => void, ...given: unknown[]) => {
    waiting += 1;
    return own(() => {
      waiting -= 1;
      task(...given);
    });
  }) as typeof own;
  timers.setImmediate = counting;
  globalThis.setImmediate = counting;
  syncBuiltinESMExports();
}

/** Lets every promise and callback run that is ready, until nothing is: without I/O of the system that is a matter of turns. */
export async function settle(): Promise<void> {
  do await new Promise<void>((resolve) => void own(resolve));
  while (waiting > 0);
}
