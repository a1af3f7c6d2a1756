import {
  closeSync,
  copyFileSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { lockDirectory, makeDirectory } from '../../journal/directory.ts';
import { damageFileName } from '../../lib/damage-file.ts';
import { isThere } from '../../lib/is-there.ts';
import { makeFolders } from '../../lib/make-folders.ts';
import { syncDirectory } from '../../lib/private-file.ts';
import { embeddedFileName } from '../../platform/embedded/embedded.ts';
import { fiveFileName } from '../../platform/embedded/five/five.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { databasesOfBackup, requireWhole } from './check-backup.ts';
import { databaseFilesOf, stamp } from './data-files.ts';

export interface Restored {
  /** Databases that were put in place, below the data directory. */
  readonly files: readonly string[];
  /** Folder of the databases of before; null when there were none. */
  readonly former: string | null;
}

/** What a restore is about to do, in a file: one that was interrupted is completed by the next start. */
interface Underway {
  readonly files: readonly string[];
  readonly former: string;
}

const underwayFile = 'restore-under-way.json';

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
  const text = JSON.stringify({ files, former } satisfies Underway);
  writeFileSync(join(dataDirectory, underwayFile), text, { flush: true, mode: 0o600 });
  syncDirectory(dataDirectory);
  return complete(dataDirectory);
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
    const copy = join(dataDirectory, `${name}.restoring`);
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

/** Completes a restore that was interrupted. Returns null when there was none. */
export function completeRestore(dataDirectory: string): Restored | null {
  if (!isThere(join(dataDirectory, underwayFile))) return null;
  using _lock = lockDirectory(dataDirectory);
  return complete(dataDirectory);
}

function complete(dataDirectory: string): Restored {
  const underway = join(dataDirectory, underwayFile);
  const { files, former } = JSON.parse(readFileSync(underway, 'utf8')) as Underway;
  const isWaiting = (name: string) => isThere(join(dataDirectory, `${name}.restoring`));
  const isRestored = (path: string) => files.includes(baseOf(path)) && !isWaiting(baseOf(path));
  for (const path of databaseFilesOf(dataDirectory).filter((each) => !isRestored(each)))
    move(join(dataDirectory, path), join(dataDirectory, former, path));
  const damage = join(dataDirectory, damageFileName);
  if (isThere(damage)) move(damage, join(dataDirectory, former, damageFileName));
  for (const name of files.filter(isWaiting))
    renameSync(join(dataDirectory, `${name}.restoring`), join(dataDirectory, name));
  syncDirectory(dataDirectory);
  rmSync(underway);
  const kept = join(dataDirectory, former);
  return { files, former: isThere(kept) ? kept : null };
}

function baseOf(path: string): string {
  return path.replace(/-(?:wal|shm)$/, '');
}

/** A link is replaced by one that leads to the same file from where it is then. */
function move(from: string, to: string): void {
  makeFolders(dirname(to));
  if (lstatSync(from).isSymbolicLink()) {
    if (!isThere(to)) symlinkSync(realpathSync(from), to);
    rmSync(from);
  } else renameSync(from, to);
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

function syncFile(path: string): void {
  const descriptor = openSync(path, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
