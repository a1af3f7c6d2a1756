import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs';
import { platform } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
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

/** Makes an empty file that only its owner may read, where it is missing; SQLite gives its side files the same mode. */
export function makePrivateFile(file: string): void {
  // An existing one is not opened: closing it would release the locks that SQLite holds on it (POSIX, `fcntl` F_SETLK).
  if (existsSync(file)) return;
  try {
    closeSync(openSync(file, 'wx', 0o600));
    // SQLite makes the names of its log files durable, not that of the database.
    syncDirectory(dirname(file));
  } catch (error) {
    if (existsSync(file)) return;
    throw new DataDirectoryError(`${file} cannot be made: ${messageOf(error)}`, { cause: error });
  }
}

/**
 * Takes the directory for this process until it is disposed. It is a lock of the operating system on a file of its own
 * (through SQLite, which has one everywhere), so it ends with the process, however that ends.
 * @throws DataDirectoryError when another process, or this one, holds it
 */
export function lockDirectory(directory: string): Disposable {
  const file = join(directory, 'lock');
  makePrivateFile(file);
  const database = new DatabaseSync(file, { timeout: 0 });
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

/** Makes the names in a directory durable. Windows has no such call and needs none (NTFS logs them). */
export function syncDirectory(directory: string): void {
  if (platform() === 'win32') return;
  const descriptor = openSync(directory, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Of a file in bytes, 0 when there is none. */
export function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
