/** The SDK's clocks and timers, replaceable by tests. */
export interface Timing {
  /** The machine's clock, which may be wrong: milliseconds since the Unix epoch. */
  now(): number;
  /** A monotonic clock: milliseconds since an arbitrary moment. */
  elapsed(): number;
  /** Settles after `ms`; rejects with the signal's reason when it is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Runs `task` once after `ms`, for the timeout of a call; returns what cancels it. Default: a timer of the platform. */
  after?(ms: number, task: () => void): () => void;
}

/** Runs `task` once after `ms` by the platform's timer; returns what cancels it. */
export function afterMs(ms: number, task: () => void): () => void {
  const timer = setTimeout(task, ms);
  return () => clearTimeout(timer);
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

/** Maximum wait between two attempts, milliseconds. */
const maxMs = 30_000;

/** A wait is at most this many times the one that a server names in `Retry-After`. */
const maxOverRetryAfter = 2;

/**
 * Returns the wait before retry `attempt` (0 is the first): doubling from half a second to half a minute, with random jitter
 * in its upper half so that clients do not retry at the same time. With a `Retry-After` of the server at least that, and at most
 * twice as long: while another server takes over a pilot, a client must not sleep through the seconds after it.
 */
export function backoffMs(attempt: number, retryAfterS: number | null, random: () => number): number {
  const step = Math.min(maxMs, 500 * 2 ** attempt);
  const spread = 0.5 + random() / 2;
  if (retryAfterS === null) return step * spread;
  const longest = maxOverRetryAfter * Math.max(1, retryAfterS) * 1000;
  return Math.max(Math.min(step, longest) * spread, retryAfterS * 1000 * (1 + random() / 10));
}
