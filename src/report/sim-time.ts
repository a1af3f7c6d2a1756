/** Seconds per day: smaller codes are times of day, others are instants. */
const day = 86_400;
const zero = 48;
const colon = 58;

/**
 * Encodes the simulator's time as an integer, which is much shorter than its text: `14:05:33` or `2025-06-01T14:05:33Z`.
 * Returns null for any other text, and for one that `simTimeOf` would not return unchanged.
 */
export function simTimeCode(text: string): number | null {
  if (text.length === 8) return timeOfDay(text, 0);
  if (text.length !== 20) return null;
  const seconds = Date.parse(text) / 1000;
  const isExact = seconds >= 0 && Number.isInteger(seconds) && toText(seconds) === text;
  return isExact ? day + seconds : null;
}

export function simTimeOf(code: number): string {
  return code < day ? toText(code).slice(11, 19) : toText(code - day);
}

function toText(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
}

function timeOfDay(text: string, start: number): number | null {
  if (text.charCodeAt(start + 2) !== colon || text.charCodeAt(start + 5) !== colon) return null;
  const hour = twoDigits(text, start);
  const minute = twoDigits(text, start + 3);
  const second = twoDigits(text, start + 6);
  return hour < 24 && minute < 60 && second < 60 ? hour * 3600 + minute * 60 + second : null;
}

/** Returns NaN when the digits are not a valid time. */
function twoDigits(text: string, start: number): number {
  const tens = text.charCodeAt(start) - zero;
  const ones = text.charCodeAt(start + 1) - zero;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}
