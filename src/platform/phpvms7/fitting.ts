import { keepCharset } from '../site/charset.ts';
import type { Column } from './installation.ts';

const cutMark = ' [cut]';

/**
 * The text as this column can hold it: characters that its character set lacks become `?`, and what is too long is cut
 * by us, with a mark, because the host's own connection would cut it silently (config/database.php, `strict => false`).
 */
export function fitText(text: string, column: Column | undefined): string {
  if (column === undefined) return text;
  const clean = keepCharset(plain(text), column.charset) ?? asciiOf(text);
  const { maxChars, maxBytes } = column;
  if (fits(clean, maxChars, maxBytes)) return clean;
  const isRoomy = (maxChars ?? Number.POSITIVE_INFINITY) > 4 * cutMark.length;
  const mark = isRoomy ? cutMark : '';
  return cut(clean, less(maxChars, mark.length), less(maxBytes, mark.length)) + mark;
}

/** Without control characters but line ends and tabs, and without halves of a pair. */
function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return text.toWellFormed().replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g, ' ');
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

/** Of a character set that we do not know only ASCII is sure. */
function asciiOf(text: string): string {
  return plain(text).replace(/[\u{80}-\u{10FFFF}]/gu, '?');
}
