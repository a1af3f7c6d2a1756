import { dirname, join } from 'node:path';
import { lockDirectory } from '../../journal/directory.ts';
import { copyDatabase } from '../../lib/database-copy.ts';
import { makeFolders } from '../../lib/make-folders.ts';
import { dataVersion } from '../../lib/migrations.ts';
import { openSqlite } from '../../lib/sqlite.ts';
import { databaseFilesOf, stamp } from './data-files.ts';

/** Names and versions of the databases of a data directory. */
export type DataVersions = ReadonlyMap<string, number>;

/** @returns the version of each database, by its path below the data directory */
export function readVersions(dataDirectory: string): DataVersions {
  const names = databaseFilesOf(dataDirectory).filter((name) => name.endsWith('.sqlite'));
  return new Map(
    names.map((name) => {
      using database = openSqlite(join(dataDirectory, name), { readOnly: true });
      return [name, dataVersion(database)];
    }),
  );
}

/**
 * Copies every database as it is, before this version changes it, to a folder in the data directory, and returns that
 * folder. `restoreBackup` puts it back.
 * @throws DataDirectoryError while a server uses the directory
 */
export async function backUpBeforeUpgrade(dataDirectory: string, now: Date): Promise<string> {
  using _lock = lockDirectory(dataDirectory);
  const folder = join(dataDirectory, `before-upgrade-${stamp(now)}`);
  for (const name of readVersions(dataDirectory).keys()) {
    makeFolders(dirname(join(folder, name)));
    await copyDatabase(join(dataDirectory, name), join(folder, name));
  }
  return folder;
}
