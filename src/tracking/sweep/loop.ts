import type { Clock } from '../../lib/clock.ts';
import { isRefusal } from '../refusals.ts';

export interface Loop {
  /** Stops the loop; settles when the current round has ended. */
  stop(): Promise<void>;
}

/** Runs `round` every `ms`, one at a time. After a refusal (unavailable crew center, full journal) the next round retries. */
export function repeatEvery(
  clock: Clock,
  ms: number,
  round: () => Promise<void>,
  onError: (error: unknown) => void,
): Loop {
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  let timer: Disposable;
  const arm = () => {
    timer = clock.after(ms, () => {
      running = round()
        .catch((error: unknown) => {
          if (!isRefusal(error)) onError(error);
        })
        .finally(() => {
          if (!isStopped) arm();
        });
    });
  };
  arm();
  return {
    async stop() {
      isStopped = true;
      timer[Symbol.dispose]();
      await running;
    },
  };
}
