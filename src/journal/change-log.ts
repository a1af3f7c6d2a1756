import type { DatabaseSync } from 'node:sqlite';
import { numberOf } from '../lib/row.ts';
import type { ChangeRecords } from './journal.ts';
import type { JournalReader } from './journal-reader.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** How long a change that every cursor has passed is kept. */
export const keptMs = 30 * dayMs;
/** How long one is kept that a cursor has yet to pass: a listener that is away for longer is gone for good, and holds up nothing. */
export const keptUnreadMs = 90 * dayMs;

/**
 * The numbered changes of flights, and the cursors of listeners.
 * @param database a connection that only reads
 * @param reader - checks what is read
 */
export function readChanges(
  database: DatabaseSync,
  { rows, now, readChanges: read }: Pick<JournalReader, 'rows' | 'now' | 'readChanges'>,
): Omit<ChangeRecords, 'saveCursor'> {
  const newest = database.prepare('SELECT max(number) AS number FROM changes');
  const cursorOf = database.prepare('SELECT * FROM cursors WHERE name = ?');
  return {
    read,
    last: () => now(() => Number(newest.get()?.number ?? 0)),
    cursor(name) {
      const row = now(() => cursorOf.get(name));
      if (row === undefined) return null;
      // Where a listener was is not known: it hears again what is kept, which is what at least once allows.
      return rows.read('cursors', row, (each) => numberOf(each, 'number')) ?? 0;
    },
  };
}
