import { closeSync, fsyncSync, openSync } from 'node:fs';
import { platform } from 'node:os';
import { dirname } from 'node:path';
import { isThere } from './is-there.ts';

/**
 * Creates an empty file that only its owner can read, if it is missing; SQLite gives its side files the same mode.
 * @throws the error of the file system, when the file cannot be created
 */
export function makePrivateFile(file: string): void {
  // An existing one is not opened: closing it would release the locks that SQLite holds on it (POSIX, `fcntl` F_SETLK).
  if (isThere(file)) return;
  try {
    closeSync(openSync(file, 'wx', 0o600));
    // SQLite syncs the directory entries of its log files, not that of the database.
    syncDirectory(dirname(file));
  } catch (error) {
    if (!isThere(file)) throw error;
  }
}

/** Syncs a directory. Windows has no such call and needs none (NTFS logs directory entries). */
export function syncDirectory(directory: string): void {
  if (platform() === 'win32') return;
  const descriptor = openSync(directory, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Waits until what is in a file is on the disk. */
export function syncFile(path: string): void {
  const descriptor = openSync(path, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
