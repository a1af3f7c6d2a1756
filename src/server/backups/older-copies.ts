import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileName as journalFile } from '../../journal/open.ts';
import { isThere } from '../../lib/is-there.ts';

/** A database that an update, a move or a repair put aside. */
const aside = /\.sqlite(?:-wal)?\../;

/** Returns the names of older copies in a data directory: files and folders that nothing deletes by itself. */
export function olderCopies(dataDirectory: string): readonly string[] {
  if (!isThere(dataDirectory)) return [];
  return readdirSync(dataDirectory, { withFileTypes: true })
    .filter((entry) =>
      entry.isDirectory()
        ? entry.name.startsWith('before-') || isThere(join(dataDirectory, entry.name, journalFile))
        : aside.test(entry.name),
    )
    .filter(({ name }) => !/^process-\d+$/.test(name))
    .map(({ name }) => name)
    .sort();
}
