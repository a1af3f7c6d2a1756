import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileName as journalFile } from '../../journal/open.ts';

/**
 * Returns the databases of a data directory and their log files, by their paths below it. A folder in it that has a
 * journal of its own is a backup, and is left out.
 */
export function databaseFilesOf(dataDirectory: string, folder = dataDirectory): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      const isCopy = entry.name.startsWith('before-') || existsSync(join(path, journalFile));
      return isCopy ? [] : databaseFilesOf(dataDirectory, path);
    }
    return entry.isFile() && /\.sqlite(?:-wal|-shm)?$/.test(entry.name) ? [relative(dataDirectory, path)] : [];
  });
}

/** `20240406-101500`, UTC. */
export function stamp(now: Date): string {
  return now
    .toISOString()
    .replaceAll(/[-:]|\..*/g, '')
    .replace('T', '-');
}
