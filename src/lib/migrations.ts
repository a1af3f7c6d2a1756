import { closeSync, openSync, rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';

import { requireOurs } from './database-file.ts';

/** A migration of a database. `number` counts from 1 without gaps; a released migration is never changed. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  /** What it changes, for the operator; none if its name says it. */
  readonly summary?: string;
  /** Runs in a transaction, with exclusive use of the connection. */
  up(database: DatabaseSync): void | Promise<void>;
}

export interface MigrationRun {
  readonly from: number;
  readonly to: number;
  /** Names of the migrations that were applied. */
  readonly applied: readonly string[];
  /** Path of the backup, null when there was nothing to back up or to apply. */
  readonly backup: string | null;
}

/** Thrown when the database was written by a newer version. */
export class NewerDataError extends Error {
  override readonly name = 'NewerDataError';
}

/** Returns the version of the data, `PRAGMA user_version`; 0 is an empty file. */
export function dataVersion(database: DatabaseSync): number {
  const row = database.prepare('PRAGMA user_version').get();
  return typeof row?.user_version === 'number' ? row.user_version : 0;
}

export function setDataVersion(database: DatabaseSync, version: number): void {
  database.exec(`PRAGMA user_version = ${version}`);
}

/**
 * Applies pending migrations, each in its own transaction, after a backup of the file.
 * @param what - names the data in messages: `crew center`
 * @throws NewerDataError naming both versions, before anything is changed
 */
export async function migrate(
  database: DatabaseSync,
  migrations: readonly Migration[],
  options: {
    readonly file: string;
    readonly what: string;
    /** Called after each applied migration; the next one waits for it. */
    readonly onApplied?: (name: string) => Promise<void>;
  },
): Promise<MigrationRun> {
  const from = dataVersion(database);
  const newest = migrations.length;
  if (from > newest) {
    throw new NewerDataError(
      `${options.file}: the ${options.what} has data version ${from}, this version of Tracker supports versions up to ${newest}. ` +
        'Use the newer version of Tracker, or restore the backup that it made next to the file.',
    );
  }
  requireOurs(database, options.file, from);
  if (from === newest) return { from, to: from, applied: [], backup: null };
  const backup = from > 0 && options.file !== ':memory:' ? copyBefore(database, options.file, from) : null;
  const applied: string[] = [];
  for (const migration of migrations) {
    if (migration.number <= from || !(await apply(database, migration))) continue;
    applied.push(migration.name);
    await options.onApplied?.(migration.name);
  }
  return { from, to: newest, applied, backup };
}

/** Returns false when it is already applied, perhaps by another process just now. */
async function apply(database: DatabaseSync, migration: Migration): Promise<boolean> {
  database.exec('BEGIN IMMEDIATE');
  try {
    const due = dataVersion(database) === migration.number - 1;
    if (due) {
      await migration.up(database);
      setDataVersion(database, migration.number);
    }
    database.exec('COMMIT');
    return due;
  } catch (error) {
    // A full disk ends the transaction by itself.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

function copyBefore(database: DatabaseSync, file: string, version: number): string {
  const backup = `${file}.backup-v${version}`;
  rmSync(backup, { force: true });
  // With the permissions of the data itself; SQLite fills an empty file.
  closeSync(openSync(backup, 'wx', 0o600));
  database.prepare('VACUUM INTO ?').run(backup);
  return backup;
}
