import { globalOptions } from './global-options.ts';

/** Words that people try for options with another name. */
const otherNames: Readonly<Record<string, string>> = {
  port: 'listen',
  host: 'listen',
  bind: 'listen',
  address: 'listen',
  directory: 'data',
  folder: 'data',
};

/** Returns the message for an unknown option of a command; `own` are the command's options. */
export function unknownOption(option: string, own: readonly string[]): string {
  const known = [...own, ...Object.keys(globalOptions)];
  const near = nearest(option, [...known, ...Object.keys(otherNames)]);
  const meant = near === null || known.includes(near) ? near : (otherNames[near] ?? near);
  return `There is no option --${option}.${meant === null ? '' : ` Did you mean --${meant}?`}`;
}

/** Returns ` Did you mean "list"?` for the most similar word, to be put behind a sentence; empty if none is similar. */
export function didYouMean(word: string, words: readonly string[]): string {
  const near = nearest(word, words);
  return near === null ? '' : ` Did you mean "${near}"?`;
}

/** Returns the most similar word; null if none is within two letters. */
export function nearest(word: string, words: readonly string[]): string | null {
  const maxDistance = word.length < 4 ? 1 : 2;
  const [best] = words
    .map((each) => ({ each, distance: distanceOf(word, each) }))
    .sort((a, b) => a.distance - b.distance);
  return best !== undefined && best.distance <= maxDistance ? best.each : null;
}

/** Number of letters to add, remove or change (Levenshtein distance). */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [column, otherLetter] of [...other].entries()) {
      const changed = (row[column] ?? 0) + (letter === otherLetter ? 0 : 1);
      next.push(Math.min(changed, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** Returns the message of an error of `util.parseArgs`, improved for unknown options; null for another error. */
export function explainArguments(error: unknown, own: readonly string[]): string | null {
  if (!(error instanceof Error) || !('code' in error) || !String(error.code).startsWith('ERR_PARSE_ARGS')) return null;
  const option = /^Unknown option '--([^']+)'/.exec(error.message)?.[1];
  // Its messages have several lines, the first of which says what is wrong.
  return option === undefined ? `${error.message.split('\n', 1)[0]?.replace(/\.?$/, '.')}` : unknownOption(option, own);
}
