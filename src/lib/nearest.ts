/** Returns the most similar word; null if none is within two letters (one, for a word of up to three). */
export function nearest(word: string, words: readonly string[]): string | null {
  const maxDistance = word.length < 4 ? 1 : 2;
  const [best] = words
    .map((each) => ({ each, distance: distanceOf(word.toLowerCase(), each.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  return best !== undefined && best.distance <= maxDistance ? best.each : null;
}

/** Returns ` Did you mean "list"?` for the most similar word, to be put behind a sentence; empty if none is similar. */
export function didYouMean(word: string, words: readonly string[]): string {
  const near = nearest(word, words);
  return near === null ? '' : ` Did you mean "${near}"?`;
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
