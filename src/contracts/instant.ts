/**
 * UTC instants on the wire: ISO 8601 with `Z`, `2026-01-31T12:00:00Z` or `2026-01-31T12:00:00.250Z`, from 1970 on.
 */
const shape = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?Z$/;

// The check of a body and its decoding ask for the same text one after the other.
let lastText = '';
let lastInstant: number | null = null;

/** Milliseconds since the epoch, or null for what is not such an instant (`2026-02-30…` is none). */
export function parseInstant(text: string): number | null {
  if (text === lastText) return lastInstant;
  lastInstant = shape.test(text) && isDay(text) ? notNegative(Date.parse(text)) : null;
  lastText = text;
  return lastInstant;
}

export function formatInstant(at: number): string {
  return new Date(at).toISOString();
}

export function formatInstantOrNull(at: number | null): string | null {
  return at === null ? null : formatInstant(at);
}

/** V8 reads the 30th of February as the 1st of March. */
function isDay(text: string): boolean {
  const day = Number(text.slice(8, 10));
  if (day <= 28) return true;
  return day <= new Date(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)), 0)).getUTCDate();
}

function notNegative(at: number): number | null {
  return at >= 0 ? at : null;
}
