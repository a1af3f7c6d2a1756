import type { Clock } from '../../lib/clock.ts';
import { isRefusal } from '../refusals.ts';

export interface Loop {
  /** Stops the loop; settles when the current round has ended. */
  stop(): Promise<void>;
}

/** When the first round of what is seldom done follows a start: a server that is never left running for long does it too. */
export const soonMs = 45_000;

/**
 * Runs `round` every `ms`, one at a time. After a refusal (unavailable crew center, full journal) the next round retries.
 * @param firstMs - when the first round is run
 */
export function repeatEvery(
  clock: Clock,
  ms: number,
  round: () => Promise<void>,
  onError: (error: unknown) => void,
  firstMs = ms,
): Loop {
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  let timer: Disposable;
  const arm = (waitMs: number) => {
    timer = clock.after(waitMs, () => {
      running = round()
        .catch((error: unknown) => {
          if (!isRefusal(error)) onError(error);
        })
        .finally(() => {
          if (!isStopped) arm(ms);
        });
    });
  };
  arm(firstMs);
  return {
    async stop() {
      isStopped = true;
      timer[Symbol.dispose]();
      await running;
    },
  };
}
