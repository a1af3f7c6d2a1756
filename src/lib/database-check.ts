import type { DatabaseSync } from 'node:sqlite';
import { damageIn, openSqlite } from './sqlite.ts';

/**
 * Reads a whole database. Returns what is damaged in it, null when nothing is. Blocks the thread for as long as it takes.
 * @throws an error that does not say that it is damaged
 */
export function findDamage(file: string): string | null {
  try {
    const database = openSqlite(file, { readOnly: true });
    try {
      const found = String(database.prepare('PRAGMA integrity_check(1)').get()?.integrity_check ?? 'no reply');
      return found === 'ok' ? null : found;
    } finally {
      database.close();
    }
  } catch (error) {
    const damage = damageIn(error);
    if (damage === null) throw error;
    return damage;
  }
}

/** Makes the log beside a copied database a part of it. Returns what is wrong with the two, null when nothing is. */
export function mergeLog(file: string): string | null {
  try {
    using database = openSqlite(file);
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Returns the rows that refer to one that is not there: their table, and the one that they refer to. */
export function findDangling(database: DatabaseSync): readonly { readonly table: string; readonly parent: string }[] {
  const rows = database.prepare('PRAGMA foreign_key_check').all();
  return rows.map(({ table, parent }) => ({ table: String(table), parent: String(parent) }));
}
