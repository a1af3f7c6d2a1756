import { closeSync, existsSync, fsyncSync, openSync } from 'node:fs';
import { platform } from 'node:os';
import { dirname } from 'node:path';

/**
 * Makes an empty file that only its owner may read, where it is missing; SQLite gives its side files the same mode.
 * @throws what the file system says, when there is no such file afterwards
 */
export function makePrivateFile(file: string): void {
  // An existing one is not opened: closing it would release the locks that SQLite holds on it (POSIX, `fcntl` F_SETLK).
  if (existsSync(file)) return;
  try {
    closeSync(openSync(file, 'wx', 0o600));
    // SQLite makes the names of its log files durable, not that of the database.
    syncDirectory(dirname(file));
  } catch (error) {
    if (!existsSync(file)) throw error;
  }
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
