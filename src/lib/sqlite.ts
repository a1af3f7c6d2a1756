import { DatabaseSync } from 'node:sqlite';
import { makePrivateFile } from './private-file.ts';

export interface SqliteOptions {
  readonly readOnly?: boolean;
  /** How long a statement waits for another writing process; blocks the thread. */
  readonly busyTimeoutMs?: number;
}

/** Opens a database whose commits are durable when they return: WAL with `synchronous=FULL`. Creates it, readable only by its owner, if missing. */
export function openSqlite(file: string, options: SqliteOptions = {}): DatabaseSync {
  const readOnly = options.readOnly ?? false;
  if (!readOnly && file !== ':memory:') makePrivateFile(file);
  const database = new DatabaseSync(file, { readOnly });
  configureSqlite(database, options);
  return database;
}

/** Sets the options that are valid for one connection only. */
export function configureSqlite(database: DatabaseSync, options: SqliteOptions = {}): void {
  database.exec(`PRAGMA busy_timeout = ${options.busyTimeoutMs ?? 2000}`);
  if (options.readOnly !== true) database.exec('PRAGMA journal_mode = WAL');
  database.exec('PRAGMA synchronous = FULL');
  database.exec('PRAGMA foreign_keys = ON');
}

/**
 * Runs work whose commits need not be durable, because it is repeated soon: a power cut may undo the newest ones
 * but leaves the database consistent. https://www.sqlite.org/pragma.html#pragma_synchronous
 */
export function withoutSync<T>(database: DatabaseSync, work: () => T): T {
  database.exec('PRAGMA synchronous = NORMAL');
  try {
    return work();
  } finally {
    if (database.isOpen) database.exec('PRAGMA synchronous = FULL');
  }
}

// https://www.sqlite.org/rescode.html, primary codes of an unavailable file. All others are a bug or a violated constraint.
const unreachableCodes = new Set([
  5, // SQLITE_BUSY
  6, // SQLITE_LOCKED
  8, // SQLITE_READONLY
  10, // SQLITE_IOERR
  11, // SQLITE_CORRUPT
  13, // SQLITE_FULL
  14, // SQLITE_CANTOPEN
  26, // SQLITE_NOTADB
]);

/** Returns true when the statement failed because the file is locked, full, gone or closed, so that a retry may succeed. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  if (error.code === 'ERR_INVALID_STATE') return error.message.includes('not open');
  if (error.code !== 'ERR_SQLITE_ERROR' || !('errcode' in error)) return false;
  return typeof error.errcode === 'number' && unreachableCodes.has(error.errcode & 0xff);
}
