import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { isThere } from '../../lib/is-there.ts';
import { syncDirectory } from '../../lib/private-file.ts';

/** Over how many journals an earlier release spread the flights of a data directory. */
export interface Layout {
  readonly count: number;
  /** Flights are being moved from this many; null once all are where they belong. */
  readonly from: number | null;
}

const fileName = 'processes.json';

/** Returns the layout of a data directory; one journal where nothing else is written down. */
export function readLayout(dataDirectory: string): Layout {
  const file = join(dataDirectory, fileName);
  return isThere(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Layout) : { count: 1, from: null };
}

/** Writes the layout; it is on disk when this returns. */
export function writeLayout(dataDirectory: string, layout: Layout): void {
  const file = join(dataDirectory, fileName);
  if (layout.count === 1 && layout.from === null) {
    rmSync(file, { force: true });
  } else {
    const descriptor = openSync(`${file}.new`, 'w', 0o600);
    writeSync(descriptor, `${JSON.stringify(layout)}\n`);
    fsyncSync(descriptor);
    closeSync(descriptor);
    renameSync(`${file}.new`, file);
  }
  syncDirectory(dataDirectory);
}

/** Folder of the journal of a process but the first, whose journal lies in the data directory itself. */
export function folderOf(process: number): string {
  return `process-${process}`;
}
