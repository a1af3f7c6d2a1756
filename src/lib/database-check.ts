import type { DatabaseSync } from 'node:sqlite';
import { damageIn, openSqlite } from './sqlite.ts';

/**
 * Reads a whole database. Returns what is damaged in it, null when nothing is. Blocks the thread for as long as it takes.
 * @throws an error that does not say that it is damaged
 */
export function findDamage(file: string, open: typeof openSqlite = openSqlite): string | null {
  try {
    const database = open(file, { readOnly: true });
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

/**
 * Copies a database to `path` and reads both. Returns what is damaged in the source. Blocks the thread for as long as it takes.
 * `VACUUM INTO` reads one snapshot, so the copy is consistent while the database is being written. It does not read the indexes.
 */
export function copyWhole(file: string, path: string, open: typeof openSqlite = openSqlite): readonly string[] {
  const database = open(file, { readOnly: true });
  try {
    database.prepare('VACUUM INTO ?').run(path);
  } finally {
    database.close();
  }
  const damage = findDamage(path, open);
  // Of the disk that was written to.
  if (damage !== null) throw Object.assign(new Error(`the copy is damaged: ${damage}`), { syscall: 'read' });
  const ofSource = findDamage(file, open);
  return ofSource === null ? [] : [ofSource];
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
