import { closeSync, openSync, rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';

import { requireOurs } from './database-file.ts';

/** One step forward of a database. `number` counts from 1 without gaps; a landed migration is never changed. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  /** What it changes, for the operator who applies it; none where its name says it. */
  readonly summary?: string;
  /** Runs within a transaction; the connection is nobody else's meanwhile. */
  up(database: DatabaseSync): void | Promise<void>;
}

export interface MigrationRun {
  readonly from: number;
  readonly to: number;
  /** Names of what was applied now. */
  readonly applied: readonly string[];
  /** The copy made before, null when there was nothing to copy or nothing to do. */
  readonly backup: string | null;
}

/** The database was written by a newer program. */
export class NewerDataError extends Error {
  override readonly name = 'NewerDataError';
}

/** The version of the data, `PRAGMA user_version`; 0 is an empty file. */
export function dataVersion(database: DatabaseSync): number {
  const row = database.prepare('PRAGMA user_version').get();
  return typeof row?.user_version === 'number' ? row.user_version : 0;
}

/**
 * Brings the database forward, each migration in a transaction of its own, after a copy of the file as it was.
 * @param what names the data in messages: `crew center`.
 * @throws NewerDataError naming both versions, before anything is touched.
 */
export async function migrate(
  database: DatabaseSync,
  migrations: readonly Migration[],
  options: {
    readonly file: string;
    readonly what: string;
    /** Told after each migration that was applied; the next waits for it. */
    readonly onApplied?: (name: string) => Promise<void>;
  },
): Promise<MigrationRun> {
  const from = dataVersion(database);
  const newest = migrations.length;
  if (from > newest) {
    throw new NewerDataError(
      `${options.file}: the ${options.what} has data version ${from}, this program knows versions up to ${newest}. ` +
        'Use the newer program, or put back the backup that it made beside the file.',
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

/** False when it is applied already, also by another process a moment ago. */
async function apply(database: DatabaseSync, migration: Migration): Promise<boolean> {
  database.exec('BEGIN IMMEDIATE');
  try {
    const due = dataVersion(database) === migration.number - 1;
    if (due) {
      await migration.up(database);
      database.exec(`PRAGMA user_version = ${migration.number}`);
    }
    database.exec('COMMIT');
    return due;
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

function copyBefore(database: DatabaseSync, file: string, version: number): string {
  const backup = `${file}.backup-v${version}`;
  rmSync(backup, { force: true });
  // As private as the data itself; SQLite fills an empty file.
  closeSync(openSync(backup, 'wx', 0o600));
  database.prepare('VACUUM INTO ?').run(backup);
  return backup;
}
