import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { lockDirectory, makeDirectory } from '../../journal/directory.ts';
import { syncDirectory } from '../../lib/private-file.ts';
import { checkBackup } from './check-backup.ts';
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
 * Puts the databases of a backup into the data directory. The backup is read whole before anything is changed; the
 * databases that are there, with their log files, are moved to a folder beside them and never deleted.
 * @throws Refusal `invalid` for a backup that is damaged, DataDirectoryError while a server uses the directory
 */
export function restoreBackup(folder: string, dataDirectory: string, now: Date): Restored {
  const files = checkBackup(folder).map(({ name }) => name);
  makeDirectory(dataDirectory);
  using _lock = lockDirectory(dataDirectory);
  // What can fail, such as a full disk, fails here: nothing has been moved yet.
  for (const name of files) copyDurably(join(folder, name), join(dataDirectory, `${name}.restoring`));
  const former = `before-restore-${stamp(now)}`;
  const text = JSON.stringify({ files, former } satisfies Underway);
  writeFileSync(join(dataDirectory, underwayFile), text, { flush: true, mode: 0o600 });
  syncDirectory(dataDirectory);
  return complete(dataDirectory);
}

/** Completes a restore that was interrupted. Returns null when there was none. */
export function completeRestore(dataDirectory: string): Restored | null {
  if (!existsSync(join(dataDirectory, underwayFile))) return null;
  using _lock = lockDirectory(dataDirectory);
  return complete(dataDirectory);
}

function complete(dataDirectory: string): Restored {
  const underway = join(dataDirectory, underwayFile);
  const { files, former } = JSON.parse(readFileSync(underway, 'utf8')) as Underway;
  const isWaiting = (name: string) => existsSync(join(dataDirectory, `${name}.restoring`));
  const isRestored = (path: string) => files.includes(baseOf(path)) && !isWaiting(baseOf(path));
  for (const path of databaseFilesOf(dataDirectory).filter((each) => !isRestored(each)))
    move(join(dataDirectory, path), join(dataDirectory, former, path));
  for (const name of files.filter(isWaiting))
    renameSync(join(dataDirectory, `${name}.restoring`), join(dataDirectory, name));
  syncDirectory(dataDirectory);
  rmSync(underway);
  const kept = join(dataDirectory, former);
  return { files, former: existsSync(kept) ? kept : null };
}

function baseOf(path: string): string {
  return path.replace(/-(?:wal|shm)$/, '');
}

function move(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  renameSync(from, to);
}

function copyDurably(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  rmSync(to, { force: true });
  closeSync(openSync(to, 'wx', 0o600));
  copyFileSync(from, to);
  const descriptor = openSync(to, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
