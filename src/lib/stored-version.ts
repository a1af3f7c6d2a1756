import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { dataVersion } from './migrations.ts';

/**
 * Version of the data in a database file (`PRAGMA user_version`), null when there is no file. Nothing is written: a file without
 * a log is opened as one that nobody changes, so that SQLite makes no `-wal` and `-shm` beside it
 * (`immutable`: https://www.sqlite.org/uri.html); one with a log, of a server that runs or was killed, is opened for reading.
 * @throws Error with the code `ERR_SQLITE_ERROR` when it cannot be read or is not a database
 */
export function readStoredVersion(file: string): number | null {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return null;
  const hasLog = (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  const place = pathToFileURL(file);
  if (!hasLog) place.searchParams.set('immutable', '1');
  const database = new DatabaseSync(place, { readOnly: true });
  try {
    return dataVersion(database);
  } finally {
    database.close();
  }
}
