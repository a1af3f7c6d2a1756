import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import promises from 'node:timers/promises';

let waiting = 0;
const own = timers.setImmediate;
const ownPromised = promises.setImmediate;
const ownClear = timers.clearImmediate;
const counted = new WeakSet<object>();

/** Counts what waits for the next turn of the event loop, from now on. */
export function countTurns(): void {
  if (timers.setImmediate !== own) return;
  const counting = ((task: (...given: unknown[]) => void, ...given: unknown[]) => {
    waiting += 1;
    const turn = own(() => {
      counted.delete(turn);
      waiting -= 1;
      task(...given);
    });
    counted.add(turn);
    return turn;
  }) as typeof own;
  const clear: typeof ownClear = (turn) => {
    if (turn !== undefined && counted.delete(turn)) waiting -= 1;
    ownClear(turn);
  };
  timers.setImmediate = counting;
  globalThis.setImmediate = counting;
  timers.clearImmediate = clear;
  globalThis.clearImmediate = clear;
  // Whoever reads a long track lets others come between: a process that is killed afterwards must not go on with it.
  promises.setImmediate = (async (...given: Parameters<typeof ownPromised>) => {
    waiting += 1;
    try {
      return await ownPromised(...given);
    } finally {
      waiting -= 1;
    }
  }) as typeof ownPromised;
  syncBuiltinESMExports();
}

/** Lets every promise and callback run that is ready, until nothing is: without I/O of the system that is a matter of turns. */
export async function settle(): Promise<void> {
  do await new Promise<void>((resolve) => void own(resolve));
  while (waiting > 0);
}
