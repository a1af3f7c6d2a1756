import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolders } from '../lib/make-folders.ts';
import { makePrivateFile, syncDirectory } from '../lib/private-file.ts';
import { commandThatStops, type Service, serviceThatOpened } from '../lib/service-of.ts';
import { isUnreachable } from '../lib/sqlite.ts';

/** The data directory cannot be used; the message names it and says what to do. */
export class DataDirectoryError extends Error {
  override readonly name = 'DataDirectoryError';
}

/** Another process, or this one, has it locked. */
export class DirectoryInUseError extends DataDirectoryError {}

/** The file that a server keeps open and locked. */
export const lockFile = 'lock';

/** Creates the directory, accessible only to its owner, if it is missing. */
export function makeDirectory(directory: string): void {
  try {
    const made = makeFolders(directory);
    if (made !== null) syncDirectory(dirname(made));
  } catch (error) {
    throw new DataDirectoryError(`${directory} cannot be created: ${messageOf(error)}`, { cause: error });
  }
}

/**
 * Locks the directory for this process until disposed. It is a lock of the operating system on a separate file
 * (through SQLite, which implements it on every system), so it ends with the process in any case.
 * @throws DirectoryInUseError when another process, or this one, holds the lock; DataDirectoryError when there can be none
 */
export function lockDirectory(directory: string): Disposable {
  const file = join(directory, lockFile);
  try {
    makePrivateFile(file);
  } catch (error) {
    throw new DataDirectoryError(`${file} cannot be created: ${messageOf(error)}`, { cause: error });
  }
  const database = openLock(file);
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE');
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (!isUnreachable(error)) throw error;
    throw new DirectoryInUseError(describeUse(directory, serviceThatOpened(file)), { cause: error });
  }
  return { [Symbol.dispose]: () => database.close() };
}

function describeUse(directory: string, service: Service | null): string {
  return service === null
    ? `${directory} is in use by another process. Stop that process first, or use another directory with --data.`
    : `${directory} is in use by ${service.unit}. Stop it first (sudo ${commandThatStops(service)}), or use another directory with --data.`;
}

function openLock(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file, { timeout: 0 });
  } catch (error) {
    throw new DataDirectoryError(
      `${file} cannot be opened (${messageOf(error)}). Run this as the owner of the file, or give the folder to this user.`,
      { cause: error },
    );
  }
}

/** Returns the size of a file in bytes, 0 when it does not exist. */
export function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
