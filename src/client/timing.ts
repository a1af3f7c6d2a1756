/** Time as the SDK sees it, so that a test can set it. */
export interface Timing {
  /** The machine's own clock, which may be wrong: milliseconds since the Unix epoch. */
  now(): number;
  /** A clock that never jumps: milliseconds since some moment. */
  elapsed(): number;
  /** Settles after `ms`; rejects with the signal's reason when it is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemTiming: Timing = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const abort = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', abort);
        resolve();
      }, ms);
      signal?.addEventListener('abort', abort, { once: true });
    }),
};

/** Longest wait between two tries, milliseconds. */
const maxMs = 30_000;

/**
 * How long to wait before try `attempt` (0 is the first repeat): doubling from half a second to half a minute, the upper half of it
 * by chance so that clients do not come back in step; never sooner than the server asks.
 */
export function backoffMs(attempt: number, retryAfterS: number | null, random: () => number): number {
  const step = Math.min(maxMs, 500 * 2 ** attempt);
  const wait = step * (0.5 + random() / 2);
  return retryAfterS === null ? wait : Math.max(wait, retryAfterS * 1000 * (1 + random() / 10));
}
