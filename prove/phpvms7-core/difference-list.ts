import type { Difference } from './compare.ts';
import { codesIn, readPageTable } from './page-table.ts';

/** A line of the list: patterns in which `*` stands for anything. */
export interface ListedDifference {
  readonly line: string;
  readonly places: string;
  /** Programs whose code reads it. */
  readonly readBy: string;
  readonly reason: string;
  covers(difference: Difference): boolean;
}

const columns = ['requests', 'place', 'phpVMS 7.0.10', 'Tracker', 'read by', 'reason'];

export function readDifferenceList(file: URL): readonly ListedDifference[] {
  return readPageTable(file, columns).map(({ line, cell }) => {
    const [anyRequest, anyPlace] = [patternOf(cell('requests')), patternOf(cell('place'))];
    const [theirs, ours] = [cell('phpVMS 7.0.10'), cell('Tracker')];
    return {
      line,
      places: cell('place'),
      readBy: cell('read by'),
      reason: cell('reason'),
      covers: (found) =>
        anyRequest.test(found.request) &&
        anyPlace.test(found.place) &&
        (theirs === '*' || theirs === found.theirs) &&
        (ours === '*' || ours === found.ours),
    };
  });
}

/** Several patterns in a cell, each between backticks. */
function patternOf(cell: string): RegExp {
  const patterns = codesIn(cell).map((text) =>
    text
      .split('*')
      .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*'),
  );
  return new RegExp(`^(?:${patterns.join('|')})$`);
}
