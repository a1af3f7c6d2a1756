import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '../../lib/sqlite.ts';

/** In the order in which they refer to each other. */
const tables = ['endpoints', 'events', 'deliveries', 'attempts', 'memories', 'reviews', 'notes'];

/**
 * Copies endpoints, with what waits for them, from the database of a server that was alone.
 * @param options.withCursors - where the changes of flights have the same numbers
 */
export function adoptWebhooks(database: DatabaseSync, file: string, options: { readonly withCursors: boolean }): void {
  database.prepare('ATTACH ? AS former').run(file);
  try {
    inTransaction(database, () => {
      for (const table of options.withCursors ? [...tables, 'cursors'] : tables)
        database.exec(`INSERT INTO main.${table} SELECT * FROM former.${table}`);
    });
  } finally {
    database.exec('DETACH former');
  }
}

/** Continues after this change of a journal whose changes got other numbers. */
export function moveCursor(database: DatabaseSync, heard: number): void {
  database.prepare('UPDATE cursors SET number = ?').run(heard);
}
