import type { ClientOptions } from './options.ts';
import { isWorthRepeating } from './refusal-reply.ts';
import { backoffMs, type Timing } from './timing.ts';
import { isTrackerError, type TrackerError } from './tracker-error.ts';

/** How long a call is retried, and how it is stopped. */
export interface Patience {
  /** Milliseconds from the first attempt, after which the last error is thrown. */
  readonly forMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Called before each wait. */
  readonly onWait?: ((error: TrackerError, waitMs: number) => void) | undefined;
}

/** The patience of calls that their caller waits for. */
export function asking({ askPatienceMs = 0, notify }: Pick<ClientOptions, 'askPatienceMs' | 'notify'>): Patience {
  return { forMs: askPatienceMs, onWait: (error, retryInMs) => notify?.({ kind: 'waiting', error, retryInMs }) };
}

export interface Pace {
  readonly timing: Timing;
  /** Returns a number from 0 to 1 that spreads the retries of many clients. */
  readonly random: () => number;
}

/** Tries until it succeeds, fails for a reason that stays, or patience ends. @throws the last error */
export async function repeat<Result>(
  { timing, random }: Pace,
  patience: Patience,
  once: () => Promise<Result>,
  isWorthIt: (error: TrackerError) => boolean = isWorthRepeating,
): Promise<Result> {
  const startedAt = timing.elapsed();
  for (let attempt = 0; ; attempt += 1) {
    patience.signal?.throwIfAborted();
    try {
      return await once();
    } catch (error) {
      if (!isTrackerError(error) || !isWorthIt(error)) throw error;
      if (error.status === 500 && attempt >= 2) throw error;
      const waitMs = backoffMs(attempt, error.retryAfterS, random);
      if (timing.elapsed() + waitMs - startedAt > patience.forMs) throw error;
      patience.onWait?.(error, waitMs);
      await timing.sleep(waitMs, patience.signal);
    }
  }
}
