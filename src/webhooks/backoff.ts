const minute = 60_000;
const hour = 60 * minute;

/** Waits after the first, second … failed attempt; the last is repeated. */
const waitsMs = [5_000, 30_000, 2 * minute, 10 * minute, 30 * minute, hour, 2 * hour, 4 * hour, 6 * hour];
/** Waits of a whole endpoint that does not answer; short, because the first answer ends the wait of everything. */
const holdsMs = [1_000, 2_000, 5_000, 15_000, 30_000, minute, 2 * minute, 5 * minute];
/** A wait is up to this much longer or shorter, so that many do not end together. */
const jitter = 0.2;

/** How long an event is tried, from when it happened. */
export const triedForMs = 72 * hour;
/** How often it is tried at least: a server that was off for days does not set it aside at the first failure. */
export const minAttempts = 5;

/** Milliseconds until the next attempt after `attempts` failed ones. @param random - from 0 to 1 */
export function retryWaitMs(attempts: number, random: number): number {
  return spread(waitsMs, attempts, random);
}

/** Milliseconds for which an endpoint is left alone after this many failures in a row. */
export function holdWaitMs(failures: number, random: number): number {
  return spread(holdsMs, failures, random);
}

function spread(waits: readonly number[], failures: number, random: number): number {
  const wait = waits[Math.min(waits.length, Math.max(1, failures)) - 1] ?? 0;
  return Math.round(wait * (1 - jitter + 2 * jitter * random));
}
