import { isAbsolute, relative } from 'node:path';

/** A test that failed by itself, not because one within it did. */
export interface Failure {
  readonly name: string;
  /** Where it is written, from the root of the project; null when nothing says it. */
  readonly file: string | null;
  /** What it said, in a few lines. */
  readonly said: string;
}

const linesSaid = 15;

/** Reads the failures out of what `node --test` wrote as TAP: a line `not ok`, and below it an indented block of YAML. */
export function failuresIn(tap: string, root: string): readonly Failure[] {
  const blocks = tap.split(/^(?= *(?:not )?ok \d+ )/m).filter((block) => /^ *not ok/.test(block));
  return blocks.flatMap((block) => {
    const end = /^ *\.\.\.$/m.exec(block)?.index ?? block.length;
    const [first = '', ...lines] = block.slice(0, end).split('\n');
    const detail = lines.join('\n');
    if (/^ *failureType: 'subtestsFailed'$/m.test(detail)) return [];
    const place = /^ *location: '(.*?)(?::\d+)*'$/m.exec(detail)?.[1] ?? null;
    return [
      {
        name: first.replace(/^ *not ok \d+ - /, ''),
        file: place !== null && isAbsolute(place) ? relative(root, place) : place,
        said: saidIn(lines),
      },
    ];
  });
}

/** The error and where it was thrown, or all there is. */
function saidIn(lines: readonly string[]): string {
  const error = lines.findIndex((line) => /^ *error:/.test(line));
  return lines.slice(Math.max(error, 0)).slice(0, linesSaid).join('\n');
}
