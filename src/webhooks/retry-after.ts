/** A longer wait than this is not granted: the event would be set aside for it. */
const maxWaitMs = 6 * 3_600_000;

/**
 * Returns the wait that a `Retry-After` header asks for, in milliseconds: seconds, or an HTTP date
 * (https://www.rfc-editor.org/rfc/rfc9110#field.retry-after). Null when there is none that can be understood.
 */
export function retryAfterMs(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  const ms = /^\s*\d+(?:\.\d+)?\s*$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now;
  return Number.isNaN(ms) ? null : Math.min(maxWaitMs, Math.max(0, Math.ceil(ms)));
}
