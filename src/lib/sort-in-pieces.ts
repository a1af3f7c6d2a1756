/** So many are sorted, or merged, in one piece. */
const pieceLength = 2_000;

/** Sorts as `toSorted` does, with a `yield` after each piece of a few milliseconds. */
export function* sortInPieces<T>(
  items: readonly T[],
  compare: (one: T, other: T) => number,
): Generator<void, readonly T[]> {
  let sorted: T[][] = [];
  for (let from = 0; from < items.length; from += pieceLength) {
    sorted.push(items.slice(from, from + pieceLength).sort(compare));
    yield;
  }
  while (sorted.length > 1) {
    const merged: T[][] = [];
    for (let index = 0; index < sorted.length; index += 2)
      merged.push(yield* merge(sorted[index] ?? [], sorted[index + 1] ?? [], compare));
    sorted = merged;
  }
  return sorted[0] ?? [];
}

function* merge<T>(
  one: readonly T[],
  other: readonly T[],
  compare: (one: T, other: T) => number,
): Generator<void, T[]> {
  const merged: T[] = [];
  let [left, right] = [0, 0];
  while (left < one.length || right < other.length) {
    const [a, b] = [one[left], other[right]];
    const isLeft = right >= other.length || (left < one.length && compare(a as T, b as T) <= 0);
    merged.push((isLeft ? a : b) as T);
    if (isLeft) left += 1;
    else right += 1;
    if (merged.length % pieceLength === 0) yield;
  }
  return merged;
}
