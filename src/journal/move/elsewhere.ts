import { openSqlite } from '../../lib/sqlite.ts';
import { DataDirectoryError } from '../directory.ts';
import type { Journal } from '../journal.ts';
import { prepareInsert } from '../summed-tables.ts';

/** Note in the file of a data directory whose journal is in a database: the file then holds what this machine alone keeps. */
const note = 'journal-place';

/**
 * Refuses a journal that is not the one of this data directory. A start with the other one would know none of its flights, pilots'
 * sessions and receipts.
 * @param local - the file in the data directory
 * @param isShared - whether the server is set to use a database
 * @throws DataDirectoryError
 */
export async function requirePlace(local: Journal, directory: string, isShared: boolean): Promise<void> {
  const isMarked = isShownElsewhere(local);
  if (isMarked === isShared) return;
  if (isMarked)
    throw new DataDirectoryError(
      `The journal of ${directory} is in a database. Set TRACKER_JOURNAL to that, bring the journal back with \`tracker journal move --to sqlite\`, or use another folder with --data.`,
    );
  if ((await local.listFlights({ limit: 1 })).length > 0 || local.initial.sessions.length > 0)
    throw new DataDirectoryError(
      `${directory} has a journal of its own, with flights or sessions. Move it into the database with \`tracker journal move --to mysql://…\`, remove TRACKER_JOURNAL, or use another folder with --data.`,
    );
}

/** Remembers that the journal is in a database, once that is open: what could not be reached has nothing. */
export async function rememberElsewhere(local: Journal): Promise<void> {
  if (!isShownElsewhere(local)) await local.saveNote(note, 'database');
}

function isShownElsewhere(local: Pick<Journal, 'readNote'>): boolean {
  return local.readNote(note) !== null;
}

/** Writes into a new file that the journal is in a database now. */
export function noteElsewhere(file: string): void {
  const database = openSqlite(file);
  try {
    prepareInsert(database, 'notes', 'INSERT OR REPLACE')(note, 'database');
  } finally {
    database.close();
  }
}

/** Whether this file says that the journal is in a database. */
export function isElsewhere(file: string): boolean {
  const database = openSqlite(file, { readOnly: true });
  try {
    return database.prepare('SELECT 1 FROM notes WHERE name = ?').get(note) !== undefined;
  } finally {
    database.close();
  }
}

/** Whether a file is no journal of flights, so that another one may take its place. */
export function holdsNoFlights(file: string): boolean {
  const database = openSqlite(file);
  try {
    // Nothing may be left in its log when another file takes its name.
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    return ['flights', 'sessions', 'audit'].every(
      (table) => database.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get() === undefined,
    );
  } finally {
    database.close();
  }
}
