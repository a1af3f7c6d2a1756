import { readFileSync } from 'node:fs';
import type { Difference } from './compare.ts';

/** A line of the list: patterns in which `*` stands for anything. */
export interface ListedDifference {
  readonly line: string;
  readonly reason: string;
  covers(difference: Difference): boolean;
}

export function readDifferenceList(file: URL): readonly ListedDifference[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => /^\| `/.test(line))
    .map(toListed);
}

function toListed(line: string): ListedDifference {
  const [requests = '', places = '', theirs = '', ours = '', reason = ''] = line
    .split('|')
    .slice(1)
    .map((cell) => cell.trim().replaceAll('\0', '|'));
  const [anyRequest, anyPlace] = [patternOf(requests), patternOf(places)];
  return {
    line,
    reason,
    covers: (found) =>
      anyRequest.test(found.request) &&
      anyPlace.test(found.place) &&
      (theirs === '*' || theirs === found.theirs) &&
      (ours === '*' || ours === found.ours),
  };
}

/** Several patterns in a cell, each between backticks. */
function patternOf(cell: string): RegExp {
  const patterns = [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) =>
    text
      .split('*')
      .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*'),
  );
  return new RegExp(`^(?:${patterns.join('|')})$`);
}
