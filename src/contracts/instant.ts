/**
 * UTC instants on the wire: ISO 8601 with `Z`, `2026-01-31T12:00:00Z` or `2026-01-31T12:00:00.250Z`, from 1970 on.
 */
const shape = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?Z$/;

// Caches the last text, because checking and decoding a body parse the same one.
let lastText = '';
let lastInstant: number | null = null;

/** Parses an instant to milliseconds since the epoch; null for anything else, also for `2026-02-30…`. */
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

/** V8 parses the 30th of February as the 1st of March. */
function isDay(text: string): boolean {
  const day = Number(text.slice(8, 10));
  if (day <= 28) return true;
  return day <= new Date(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)), 0)).getUTCDate();
}

function notNegative(at: number): number | null {
  return at >= 0 ? at : null;
}
