/** Replaces words in a text. */
export type Replacement = (text: string) => string;

const letter = String.raw`[\p{L}\p{N}_]`;
const ofAddress = String.raw`[\p{L}\p{N}_.+-]`;

/**
 * Returns what replaces whole words, in any case: a word within a longer one, or an address within another, stays.
 * @param words - of which very short ones and bare numbers are replaced only where a text is nothing else
 */
export function replacementOf(words: readonly string[], by: string): Replacement {
  const wanted = [...new Set(words.map((word) => word.trim()).filter((word) => word !== ''))];
  const long = wanted.filter(isTelling).toSorted((a, b) => b.length - a.length);
  const short = new Set(wanted.filter((word) => !isTelling(word)));
  const pattern = long.length === 0 ? null : new RegExp(long.map(patternOf).join('|'), 'giu');
  return (text) => {
    if (short.has(text.trim())) return by;
    return pattern === null ? text : text.replace(pattern, by);
  };
}

/** Returns the same JSON value with its texts replaced, but not the names of its members. */
export function replaceInJson(value: unknown, replace: Replacement): unknown {
  if (typeof value === 'string') return replace(value);
  if (Array.isArray(value)) return value.map((each) => replaceInJson(each, replace));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, replaceInJson(each, replace)]));
}

function isTelling(word: string): boolean {
  return word.length > 2 && !/^\d+$/.test(word);
}

function patternOf(word: string): string {
  const literal = word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`).replaceAll(/\s+/g, String.raw`\s+`);
  // Nor the beginning of somebody's address.
  if (!word.includes('@')) return String.raw`(?<!${letter})${literal}(?!${letter}|@[\p{L}\p{N}-]+\.)`;
  return String.raw`(?<!${ofAddress})${literal}(?![\p{L}\p{N}_-]|\.[\p{L}\p{N}])`;
}
