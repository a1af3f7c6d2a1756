import type { Migration } from '../../lib/migrations.ts';

/**
 * Numbered changes of flights, and the cursors of durable listeners. Numbers are never reused.
 * From this version on, raw rows and chunks may have columns of format 2.
 */
export const changes: Migration = {
  number: 3,
  name: 'changes',
  up(database) {
    database.exec(`
      CREATE TABLE changes (
        number INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, kind TEXT NOT NULL, flight INTEGER NOT NULL,
        -- The flight's document as it was then.
        document TEXT NOT NULL
      ) STRICT;
      CREATE TABLE cursors (name TEXT PRIMARY KEY, number INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    `);
  },
};
