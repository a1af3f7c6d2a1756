import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isThere } from '../../../lib/is-there.ts';
import { type MigrationRun, migrate } from '../../../lib/migrations.ts';
import { openSqlite } from '../../../lib/sqlite.ts';
import type { Manifest } from './manifest.ts';

const fileName = 'data.sqlite';

/** A module's tables are in a separate file, so that its writes never delay pilots. */
export function moduleDatabaseFile(directory: string): string {
  return join(directory, fileName);
}

/** Applies the module's pending migrations. @throws the error of its SQL; that migration is rolled back */
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

/** Returns the databases of all modules, enabled or not, by their paths below the folder `modules`. */
export function findModuleDatabases(folder: string): readonly string[] {
  if (!isThere(folder)) return [];
  const files = readdirSync(folder).map((name) => join(name, fileName));
  return files.filter((file) => isThere(join(folder, file))).sort();
}
