/** Replaces words in a text. */
export type Replacement = (text: string) => string;

/**
 * Returns what replaces whole words, in any case: a word within a longer one, or an address within another, stays.
 * @param words - of which very short ones and bare numbers are replaced only where a text is nothing else
 */
export function replacementOf(words: readonly string[], by: string): Replacement {
  const wanted = [...new Set(words.map((word) => word.trim()).filter((word) => word !== ''))];
  const long = wanted.filter(isTelling).toSorted((a, b) => b.length - a.length);
  const short = new Set(wanted.filter((word) => !isTelling(word)));
  const pattern = long.length === 0 ? null : wordsPattern(long);
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

/** Matches these words, an address also behind a full stop of its sentence; no name that is the beginning of an address. */
export function wordsPattern(words: readonly string[]): RegExp {
  const [addresses, names] = [true, false].map((isAddress) =>
    anyOf(words.filter((word) => word.includes('@') === isAddress)),
  );
  return new RegExp(
    String.raw`(?<![\p{L}\p{N}_.+-])(?:${addresses})(?![\p{L}\p{N}_-]|\.[\p{L}\p{N}])|(?<![\p{L}\p{N}_])(?:${names})(?![\p{L}\p{N}_]|@[\p{L}\p{N}-]+\.)`,
    'giu',
  );
}

/** Matches nothing where there is none. */
function anyOf(words: readonly string[]): string {
  const literals = words.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`));
  return literals.length === 0 ? '(?!)' : literals.map((each) => each.replaceAll(/\s+/g, String.raw`\s+`)).join('|');
}
