import { mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makePrivateFile, syncDirectory } from '../lib/private-file.ts';
import { isUnreachable } from '../lib/sqlite.ts';

/** The data directory cannot be used; the message names it and says what to do. */
export class DataDirectoryError extends Error {
  override readonly name = 'DataDirectoryError';
}

/** Makes the directory, for its owner alone, where it is missing. */
export function makeDirectory(directory: string): void {
  try {
    const made = mkdirSync(directory, { recursive: true, mode: 0o700 });
    if (made !== undefined) syncDirectory(dirname(made));
  } catch (error) {
    throw new DataDirectoryError(`${directory} cannot be made: ${messageOf(error)}`, { cause: error });
  }
}

/**
 * Takes the directory for this process until it is disposed. It is a lock of the operating system on a file of its own
 * (through SQLite, which has one everywhere), so it ends with the process, however that ends.
 * @throws DataDirectoryError when another process, or this one, holds it
 */
export function lockDirectory(directory: string): Disposable {
  const file = join(directory, 'lock');
  try {
    makePrivateFile(file);
  } catch (error) {
    throw new DataDirectoryError(`${file} cannot be made: ${messageOf(error)}`, { cause: error });
  }
  const database = openLock(file);
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE');
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (!isUnreachable(error)) throw error;
    throw new DataDirectoryError(
      `${directory} is in use by another process. Stop that one first, or give this one another directory with --data.`,
      { cause: error },
    );
  }
  return { [Symbol.dispose]: () => database.close() };
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

/** Of a file in bytes, 0 when there is none. */
export function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
