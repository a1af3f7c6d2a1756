import { DatabaseSync } from 'node:sqlite';
import { migrations } from '../../journal/migrations/list.ts';
import { fileName as journalFile } from '../../journal/open.ts';
import { type Migration, migrate } from '../../lib/migrations.ts';
import { embeddedFileName } from '../../platform/embedded/embedded.ts';
import { fiveFileName } from '../../platform/embedded/five/five.ts';
import { fiveMigrations } from '../../platform/embedded/five/migrations/list.ts';
import { embeddedMigrations } from '../../platform/embedded/migrations/migrations.ts';
import { webhookMigrations } from '../../webhooks/store/migrations/list.ts';
import { webhooksFileName } from '../../webhooks/store/open.ts';

const byFile = new Map<string, readonly Migration[]>([
  [journalFile, migrations],
  [webhooksFileName, webhookMigrations],
  [embeddedFileName, embeddedMigrations],
  [fiveFileName, fiveMigrations],
]);

/**
 * Returns an empty database in memory with the tables of this version of the data; null for one that is not ours (a module's).
 * @throws NewerDataError
 */
export async function openEmptyDatabase(file: string, version: number): Promise<DatabaseSync | null> {
  const all = byFile.get(file);
  if (all === undefined) return null;
  const database = new DatabaseSync(':memory:');
  await migrate(database, all.slice(0, version), { file: ':memory:', what: file });
  return database;
}
