/** Rows in one statement. Few sizes, so that each is prepared once. */
const sizes = [1, 10, 50, 250] as const;

/** Returns the rows in parts of these sizes; the last one is filled up by repeating its last row. */
export function* inSizes<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < rows.length; at += sizes[3]) {
    const part = rows.slice(at, at + sizes[3]);
    const size = sizes.find((each) => each >= part.length) ?? sizes[3];
    const last = part.at(-1);
    while (last !== undefined && part.length < size) part.push(last);
    yield part;
  }
}
