const utf8Charsets = new Set(['utf8', 'utf8mb3']);
const wideCharsets = new Set(['utf16', 'utf16le', 'utf32', 'gb18030']);
/** What MySQL calls latin1 is Windows 1252: between Latin 1's controls and its letters it has these. */
const windows1252 = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';
/** A minus before points or degrees, which both lack, is a hyphen there: `(?4)` would be read as doubt. */
const minus = /\u2212/g;
const beyondLatin1 = new RegExp(`[^\\u0000-\\u00ff${windows1252}]`, 'gu');

/**
 * The text with `?` for every letter that a column of this character set (by MySQL's name for it) cannot hold; null when only
 * the database knows. Under a strict `sql_mode` one such letter is an error for the whole statement.
 */
export function keepCharset(text: string, charset: string | null): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
  if (charset === null || charset === 'utf8mb4' || wideCharsets.has(charset) || /^[\x00-\x7f]*$/.test(text))
    return text;
  if (utf8Charsets.has(charset)) return text.replace(/[\u{10000}-\u{10ffff}]/gu, '?');
  if (charset === 'latin1') return text.replace(minus, '-').replace(beyondLatin1, '?');
  return charset === 'ascii' ? text.replace(minus, '-').replace(/[\u{80}-\u{10ffff}]/gu, '?') : null;
}
