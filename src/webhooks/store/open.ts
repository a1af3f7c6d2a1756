import type { DatabaseSync } from 'node:sqlite';
import { openDatabaseFile } from '../../lib/database-file.ts';
import { migrate } from '../../lib/migrations.ts';
import { openSqlite } from '../../lib/sqlite.ts';
import { webhookMigrations } from './migrations/list.ts';

/** Name of the database file in the data directory. */
export const webhooksFileName = 'webhooks.sqlite';

/**
 * Opens the database of endpoints and deliveries, and migrates an older one after a backup next to it. A commit does not wait for the
 * disk: what a power cut undoes is read again from the journal, because the cursor is undone with it.
 * @throws DatabaseFileError, NewerDataError
 */
export async function openWebhookDatabase(file: string): Promise<DatabaseSync> {
  return openDatabaseFile(file, async () => {
    const database = openSqlite(file);
    try {
      await migrate(database, webhookMigrations, { file, what: 'list of webhooks' });
      database.exec('PRAGMA synchronous = NORMAL');
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  });
}
