import { join } from 'node:path';
import { type MigrationRun, migrate } from '../../../lib/migrations.ts';
import { openSqlite } from '../../../lib/sqlite.ts';
import type { Manifest } from './manifest.ts';

/** A module's own tables lie in a file of its own, so that its writes never keep a pilot waiting. */
export function moduleDatabaseFile(directory: string): string {
  return join(directory, 'data.sqlite');
}

/** Applies the module's migrations that are not applied yet, each once. @throws what its SQL throws; nothing of that migration is left. */
export async function migrateModule(manifest: Manifest): Promise<MigrationRun> {
  const file = moduleDatabaseFile(manifest.directory);
  const database = openSqlite(file);
  try {
    const migrations = manifest.migrations.map(({ name, sql }, index) => ({
      number: index + 1,
      name,
      up: () => database.exec(sql),
    }));
    return await migrate(database, migrations, { file, what: `module ${manifest.name}` });
  } finally {
    database.close();
  }
}
