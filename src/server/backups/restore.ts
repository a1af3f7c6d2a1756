import { closeSync, copyFileSync, openSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { lockDirectory, makeDirectory } from '../../journal/directory.ts';
import { isThere } from '../../lib/is-there.ts';
import { makeFolders } from '../../lib/make-folders.ts';
import { syncFile } from '../../lib/private-file.ts';
import { embeddedFileName } from '../../platform/embedded/embedded.ts';
import { fiveFileName } from '../../platform/embedded/five/five.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { databasesOfBackup, requireWhole } from './check-backup.ts';
import { stamp } from './data-files.ts';
import { exchange, type Restored, waitingFile } from './exchange.ts';

/**
 * Puts the databases of a backup into the data directory. They are copied there, opened and read whole before anything is
 * changed; the databases that are there, with their log files, are moved to a folder beside them and never deleted.
 * @throws Refusal `invalid` for a backup that is damaged, DataDirectoryError while a server uses the directory
 */
export function restoreBackup(folder: string, dataDirectory: string, now: Date): Restored {
  const files = databasesOfBackup(folder);
  makeDirectory(dataDirectory);
  using _lock = lockDirectory(dataDirectory);
  requireCrewCenter(folder, dataDirectory, files);
  copyAll(folder, dataDirectory, files);
  const former = `before-restore-${stamp(now)}`;
  return exchange(dataDirectory, { files, former, othersStay: false });
}

/** Without its crew center the server would begin an empty one. @throws Refusal `invalid` */
function requireCrewCenter(folder: string, dataDirectory: string, files: readonly string[]): void {
  const missing = [embeddedFileName, fiveFileName].find(
    (name) => isThere(join(dataDirectory, name)) && !files.includes(name),
  );
  if (missing === undefined) return;
  throw new Refusal('invalid', {
    message: `${folder} has no ${missing}, which is in ${dataDirectory}. Name a whole backup; what is whole in this one is taken by: tracker repair --from ${folder}`,
  });
}

/** What can fail, such as a full disk or a damaged file, fails here: nothing has been moved yet, and no copy is left. */
function copyAll(folder: string, dataDirectory: string, files: readonly string[]): void {
  using unless = new DisposableStack();
  for (const name of files) {
    const copy = waitingFile(dataDirectory, name);
    unless.defer(() => removeWithLog(copy));
    removeWithLog(copy);
    copyPrivately(join(folder, name), copy);
    if (isThere(join(folder, `${name}-wal`))) copyPrivately(join(folder, `${name}-wal`), `${copy}-wal`);
    requireWhole(copy, { folder, name });
    removeLog(copy);
    syncFile(copy);
  }
  unless.move();
}

function copyPrivately(from: string, to: string): void {
  makeFolders(dirname(to));
  closeSync(openSync(to, 'wx', 0o600));
  copyFileSync(from, to);
}

function removeWithLog(database: string): void {
  rmSync(database, { force: true });
  removeLog(database);
}

function removeLog(database: string): void {
  for (const ending of ['-wal', '-shm']) rmSync(`${database}${ending}`, { force: true });
}
