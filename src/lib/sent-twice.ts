/**
 * How long the same text of the same author counts as one form that was sent twice, by a double click or by a browser that sends
 * again, in milliseconds. Nobody types it again so soon.
 */
const sentTwiceMs = 10_000;

/** The instant after which the same text of the same author is the same form. */
export const sameFormSince = (now: number): number => now - sentTwiceMs;

/** Whether what was added at this instant is of the same form as the same text now. */
export function isSameForm(at: number | null, now: number): boolean {
  return at !== null && at >= sameFormSince(now);
}
