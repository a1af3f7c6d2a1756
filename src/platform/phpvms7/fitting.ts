import type { Column } from './installation.ts';

const cutMark = ' [cut]';
const integerBits: Readonly<Record<string, number>> = { tinyint: 8, smallint: 16, mediumint: 24, int: 32, bigint: 53 };

/**
 * The text as this column can hold it: characters that its character set lacks become `?`, and what is too long is cut
 * by us, with a mark, because the host's own connection would cut it silently (config/database.php, `strict => false`).
 */
export function fitText(text: string, column: Column | undefined): string {
  if (column === undefined) return text;
  const clean = keepCharset(plain(text), column.charset);
  const { maxChars, maxBytes } = column;
  if (fits(clean, maxChars, maxBytes)) return clean;
  const isRoomy = (maxChars ?? Number.POSITIVE_INFINITY) > 4 * cutMark.length;
  const mark = isRoomy ? cutMark : '';
  return cut(clean, less(maxChars, mark.length), less(maxBytes, mark.length)) + mark;
}

/** The number as this column can hold it: rounded, and held at its bounds. Null stays null. */
export function fitNumber(value: number | null, column: Column | undefined): number | null {
  if (value === null || !Number.isFinite(value)) return null;
  if (column === undefined) return value;
  const { type, isUnsigned, digits } = column;
  const bits = integerBits[type];
  if (bits !== undefined)
    return hold(Math.round(value), isUnsigned ? 0 : -(2 ** (bits - 1)), 2 ** (isUnsigned ? bits : bits - 1) - 1);
  if (digits === null) return isUnsigned ? Math.max(0, value) : value;
  const step = 10 ** digits.fraction;
  const most = 10 ** digits.whole - 1 / step;
  return hold(Math.round(value * step) / step, isUnsigned ? 0 : -most, most);
}

/** Without control characters but line ends and tabs, and without halves of a pair. */
function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return text.toWellFormed().replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g, ' ');
}

function hold(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

function less(limit: number | null, by: number): number | null {
  return limit === null ? null : limit - by;
}

function fits(text: string, maxChars: number | null, maxBytes: number | null): boolean {
  if (maxBytes !== null && Buffer.byteLength(text) > maxBytes) return false;
  return maxChars === null || text.length <= maxChars || [...text].length <= maxChars;
}

function cut(text: string, maxChars: number | null, maxBytes: number | null): string {
  let bytes = 0;
  let chars = 0;
  let kept = '';
  for (const char of text) {
    bytes += Buffer.byteLength(char);
    chars += 1;
    if (chars > (maxChars ?? chars) || bytes > (maxBytes ?? bytes)) break;
    kept += char;
  }
  return kept;
}

function keepCharset(text: string, charset: string | null): string {
  if (charset === null || charset === 'utf8mb4') return text;
  if (charset === 'utf8' || charset === 'utf8mb3') return text.replace(/[\u{10000}-\u{10FFFF}]/gu, '?');
  return charset === 'latin1'
    ? text.replace(/[\u{100}-\u{10FFFF}]/gu, '?')
    : text.replace(/[\u{80}-\u{10FFFF}]/gu, '?');
}
