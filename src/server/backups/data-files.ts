import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileName as journalFile } from '../../journal/open.ts';
import { isThere } from '../../lib/is-there.ts';

/**
 * Returns the databases of a data directory and their log files, by their paths below it. A folder in it that has a
 * journal of its own is a backup, and is left out.
 */
export function databaseFilesOf(dataDirectory: string, folder = dataDirectory): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      const isCopy = entry.name.startsWith('before-') || isThere(join(path, journalFile));
      return isCopy ? [] : databaseFilesOf(dataDirectory, path);
    }
    const isDatabase = /\.sqlite(?:-wal|-shm)?$/.test(entry.name) && isFile(entry, path);
    return isDatabase ? [relative(dataDirectory, path)] : [];
  });
}

/** Also a link to one: SQLite follows it. */
function isFile(entry: Dirent, path: string): boolean {
  return entry.isFile() || (entry.isSymbolicLink() && statSync(path, { throwIfNoEntry: false })?.isFile() === true);
}

/** `20240406-101500`, UTC. */
export function stamp(now: Date): string {
  return now
    .toISOString()
    .replaceAll(/[-:]|\..*/g, '')
    .replace('T', '-');
}
