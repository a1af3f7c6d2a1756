import { statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { DatabaseSync } from 'node:sqlite';

/** A database file that cannot be used; the message names it and says what to do. */
export class DatabaseFileError extends Error {
  override readonly name = 'DatabaseFileError';
}

/**
 * Opens one of our files by `open`, and says in words what is wrong with it.
 * @throws DatabaseFileError for one that is broken, foreign, not ours to read, or has another file's log beside it
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

/** @throws DatabaseFileError for a database that holds tables and was never ours */
export function requireOurs(database: DatabaseSync, file: string, version: number): void {
  if (version > 0 || database.prepare('SELECT 1 FROM sqlite_master LIMIT 1').get() === undefined) return;
  throw new DatabaseFileError(
    `${file} is a database of another program. Move it away, or name another folder with --data.`,
  );
}

/**
 * A log (`-wal`) that is older than its file may belong to another one, put in whose place a backup was: SQLite would write its
 * pages into the restored file. Then the two are read together before anything is written.
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

const brokenAdvice = 'Put a backup in its place (without the files -wal and -shm), or name another folder with --data.';

/** By the primary codes of https://www.sqlite.org/rescode.html, and those of the file system. */
function problemOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  if (error.code === 'EACCES' || error.code === 'EPERM') return notOurs();
  if (error.code !== 'ERR_SQLITE_ERROR' || !('errcode' in error) || typeof error.errcode !== 'number') return null;
  switch (error.errcode & 0xff) {
    case 11:
      return `is broken (${error.message}). ${brokenAdvice}`;
    case 26:
      return `is no database. ${brokenAdvice}`;
    case 8:
    case 14:
      return notOurs();
    default:
      return null;
  }
}

function notOurs(): string {
  return `cannot be opened and written by user ${userInfo().username}. Run this as the owner of the file, or give the file to this user.`;
}
