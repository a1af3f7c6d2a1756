/** A mistake that somebody could make: a change of one place in the source. */
export interface Bug {
  readonly name: string;
  /** What goes wrong with it. */
  readonly sentence: string;
  /** Below the root of the project. */
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
}

/** The source with the mistake in it. @throws Error unless its place is found exactly once */
export function plantIn(source: string, { name, file, find, replace }: Bug): string {
  const [before, after, ...more] = source.split(find);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`the place of the bug "${name}" is not there exactly once in ${file}`);
  return `${before}${replace}${after}`;
}
