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
  // What is deleted is overwritten where that writes no further page.
  if (options.readOnly !== true) database.exec('PRAGMA secure_delete = FAST');
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
  13, // SQLITE_FULL
  14, // SQLITE_CANTOPEN
]);

/** SQLITE_CORRUPT and SQLITE_NOTADB, and SQLITE_IOERR_CORRUPTFS, which is an extended code. */
const damageCodes = new Set([11, 26]);
const damagedFileSystem = 10 | (33 << 8);

/** Returns what SQLite says of a damaged file, which no retry makes whole; null for every other error. */
export function damageIn(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  // Nobody stores a number beyond 2^53.
  if (error.message.startsWith('Value is too large to be represented')) return error.message;
  if (!('errcode' in error) || typeof error.errcode !== 'number') return null;
  return damageCodes.has(error.errcode & 0xff) || error.errcode === damagedFileSystem ? error.message : null;
}

/**
 * Overwrites what deleted rows and earlier versions of rows left in a file and its log; for as long as that takes, nothing is written.
 * @throws Error that is unreachable while another connection reads the file, or when there is no room
 */
export function scrubDatabase(database: DatabaseSync): void {
  database.exec('VACUUM');
  // A reader that began before keeps what was there: the log is emptied when it has ended.
  const [row] = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all();
  if (Number(row?.busy) !== 0) throw new BusyLogError();
}

/** The log could not be emptied; a retry may succeed. As SQLite's own error, SQLITE_BUSY. */
class BusyLogError extends Error {
  override readonly name = 'BusyLogError';
  readonly code = 'ERR_SQLITE_ERROR';
  readonly errcode = 5;

  constructor() {
    super('the log of the database is being read');
  }
}

/** Returns true when the statement failed because the file is locked, full, gone or closed, so that a retry may succeed. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || damageIn(error) !== null) return false;
  if (error.code === 'ERR_INVALID_STATE') return error.message.includes('not open');
  if (error.code !== 'ERR_SQLITE_ERROR' || !('errcode' in error)) return false;
  return typeof error.errcode === 'number' && unreachableCodes.has(error.errcode & 0xff);
}

/** Runs the work in a transaction: all of it or nothing. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.isOpen && database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** Writes the log into the database and empties it, so that the file alone is whole. */
export function writeLogBack(database: DatabaseSync): void {
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}
