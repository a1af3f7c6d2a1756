import { lstatSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { lockDirectory } from '../../journal/directory.ts';
import { damageFileName } from '../../lib/damage-file.ts';
import { isThere } from '../../lib/is-there.ts';
import { makeFolders } from '../../lib/make-folders.ts';
import { syncDirectory } from '../../lib/private-file.ts';
import { databaseFilesOf } from './data-files.ts';

export interface Restored {
  /** Databases that were put in place, below the data directory. */
  readonly files: readonly string[];
  /** Folder of the databases of before; null when there were none. */
  readonly former: string | null;
}

/** Databases that are put in the place of others. It is in a file meanwhile: what was interrupted is completed by the next start. */
interface Exchange {
  /** Each waits in its `waitingFile`. */
  readonly files: readonly string[];
  /** Name of the folder for those that are there. */
  readonly former: string;
  /** Whether databases that have no other one waiting stay where they are. */
  readonly othersStay: boolean;
}

const underwayFile = 'restore-under-way.json';

/** Where a database waits until it is put in place. */
export function waitingFile(dataDirectory: string, name: string): string {
  return join(dataDirectory, `${name}.restoring`);
}

/** Puts the waiting databases in place. Those that are there are moved, with their log files, to a folder beside them. */
export function exchange(dataDirectory: string, wanted: Exchange): Restored {
  writeFileSync(join(dataDirectory, underwayFile), JSON.stringify(wanted), { flush: true, mode: 0o600 });
  syncDirectory(dataDirectory);
  return complete(dataDirectory);
}

/** Completes what was interrupted. Returns null when nothing was. */
export function completeExchange(dataDirectory: string): Restored | null {
  if (!isThere(join(dataDirectory, underwayFile))) return null;
  using _lock = lockDirectory(dataDirectory);
  return complete(dataDirectory);
}

function complete(dataDirectory: string): Restored {
  const underway = join(dataDirectory, underwayFile);
  const { files, former, othersStay } = JSON.parse(readFileSync(underway, 'utf8')) as Exchange;
  const isWaiting = (name: string) => isThere(waitingFile(dataDirectory, name));
  const isMoved = (path: string) => (files.includes(baseOf(path)) ? isWaiting(baseOf(path)) : othersStay !== true);
  for (const path of databaseFilesOf(dataDirectory).filter(isMoved))
    move(join(dataDirectory, path), join(dataDirectory, former, path));
  const damage = join(dataDirectory, damageFileName);
  if (isThere(damage)) move(damage, join(dataDirectory, former, damageFileName));
  for (const name of files.filter(isWaiting)) renameSync(waitingFile(dataDirectory, name), join(dataDirectory, name));
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
