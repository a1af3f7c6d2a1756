import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { userName } from './user-name.ts';

/** A database file that cannot be used; the message names it and says what to do. */
export class DatabaseFileError extends Error {
  override readonly name = 'DatabaseFileError';
}

/**
 * Opens one of our files with `open`, and turns errors into messages for the operator.
 * @throws DatabaseFileError if it is corrupt, of another program, unreadable, or next to the log of another file
 */
export async function openDatabaseFile<T>(file: string, open: () => Promise<T>): Promise<T> {
  try {
    if (file !== ':memory:') requireOwnLog(file);
    return await open();
  } catch (error) {
    const why = problemOf(error);
    if (why === null) throw error;
    throw new DatabaseFileError(`${file} ${why}`, { cause: error });
  }
}

/** @throws DatabaseFileError for a database of another program */
export function requireOurs(database: DatabaseSync, file: string, version: number): void {
  if (version > 0 || database.prepare('SELECT 1 FROM sqlite_master LIMIT 1').get() === undefined) return;
  throw new DatabaseFileError(
    `${file} is a database of another program. Move it away, or choose another folder with --data.`,
  );
}

/**
 * Detects a log (`-wal`) that belongs to a file since replaced by a backup. It is older than the file, and SQLite would write its
 * pages into the restored file, so both are checked together before anything is written.
 */
function requireOwnLog(file: string): void {
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
  const data = statSync(file, { throwIfNoEntry: false });
  if (log === undefined || log.size === 0 || data === undefined || data.ctimeMs <= log.mtimeMs) return;
  if (isWhole(file)) return;
  throw new DatabaseFileError(
    `${file}-wal does not belong to ${file}: was a backup put in its place? Move ${file}-wal and ${file}-shm away, then start again.`,
  );
}

function isWhole(file: string): boolean {
  try {
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      return database.prepare('PRAGMA quick_check(1)').get()?.quick_check === 'ok';
    } finally {
      database.close();
    }
  } catch {
    return false;
  }
}

const brokenAdvice =
  'Replace it by a backup (and remove the files -wal and -shm), or choose another folder with --data.';

/** Describes an error by the primary codes of https://www.sqlite.org/rescode.html, and those of the file system. */
function problemOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  if (error.code === 'EACCES' || error.code === 'EPERM') return notOurs();
  if (error.code !== 'ERR_SQLITE_ERROR' || !('errcode' in error) || typeof error.errcode !== 'number') return null;
  switch (error.errcode & 0xff) {
    case 11:
      return `is corrupt (${error.message}). ${brokenAdvice}`;
    case 26:
      return `is not a database. ${brokenAdvice}`;
    // The text by which a table was made is data of the file too.
    case 1:
      return `has other tables than it should have (${error.message}). ${brokenAdvice}`;
    case 8:
    case 14:
      return notOurs();
    default:
      return null;
  }
}

function notOurs(): string {
  return `cannot be opened for writing by user ${userName()}. Run this as the owner of the file, or give the file to this user.`;
}
