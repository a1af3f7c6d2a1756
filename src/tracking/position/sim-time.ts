/** Seconds per day: smaller codes are times of day, others are instants. */
const day = 86_400;
const zero = 48;
const colon = 58;
const hyphen = 45;

/**
 * Encodes the simulator's time as an integer, which is much shorter than its text: `14:05:33` or `2025-06-01T14:05:33Z`.
 * Returns null for any other text, and for one that `simTimeOf` would not return unchanged.
 */
export function simTimeCode(text: string): number | null {
  if (text.length === 8) return timeOfDay(text, 0);
  return text.length === 20 ? instant(text) : null;
}

export function simTimeOf(code: number): string {
  if (code < day) return clockText(code);
  const seconds = code - day;
  return `${new Date(seconds * 1000).toISOString().slice(0, 11)}${clockText(seconds % day)}Z`;
}

const digits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));

/** Without `Date`, whose text takes several times as long: a start reads the time of each report that is not sealed. */
function clockText(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return `${digits[Math.floor(minutes / 60)]}:${digits[minutes % 60]}:${digits[seconds % 60]}`;
}

/** Without `Date.parse`, which takes thirty times as long, for every position of clients that send it. */
function instant(text: string): number | null {
  const isShaped =
    text.charCodeAt(4) === hyphen && text.charCodeAt(7) === hyphen && text[10] === 'T' && text[19] === 'Z';
  const time = isShaped ? timeOfDay(text, 11) : null;
  if (time === null) return null;
  const [year, month, date] = [twoDigits(text, 0) * 100 + twoDigits(text, 2), twoDigits(text, 5), twoDigits(text, 8)];
  if (!(year >= 1970 && month >= 1 && month <= 12 && date >= 1)) return null;
  const days = Date.UTC(year, month - 1, date) / 86_400_000;
  // The 31st of a month that has none is the 1st of the next one.
  const isInMonth = date <= 28 || days < Date.UTC(year, month, 1) / 86_400_000;
  return isInMonth ? day + days * day + time : null;
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
