import type { DatabaseSync } from 'node:sqlite';
import { numberOf, type Row, textOf } from '../lib/row.ts';
import type { StoredChange } from '../tracking/flight/changes.ts';
import type { ChangeRecords } from './journal.ts';
import type { JournalReader } from './journal-reader.ts';
import { flightOf } from './rows.ts';

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
  { rows, ask }: Pick<JournalReader, 'rows' | 'ask'>,
): Omit<ChangeRecords, 'saveCursor'> {
  const newest = database.prepare('SELECT max(number) AS number FROM changes');
  const cursorOf = database.prepare('SELECT * FROM cursors WHERE name = ?');
  const readWhole = wholeChanges(database, rows);
  return {
    // One that is damaged is left out.
    read: (after, limit) => ask(() => readWhole(after, limit)),
    last: () => Number(newest.get()?.number ?? 0),
    cursor(name) {
      const row = cursorOf.get(name);
      if (row === undefined) return null;
      // Where a listener was is not known: it hears again what is kept, which is what at least once allows.
      return rows.read('cursors', row, (each) => numberOf(each, 'number')) ?? 0;
    },
  };
}

function wholeChanges(database: DatabaseSync, rows: JournalReader['rows']) {
  const following = database.prepare('SELECT * FROM changes WHERE number > ? ORDER BY number LIMIT ?');
  return (after: number, limit: number): readonly StoredChange[] => {
    const changes: StoredChange[] = [];
    for (let last = after; changes.length < limit; ) {
      const found = following.all(last, limit - changes.length);
      for (const row of found) {
        last = numberOf(row, 'number');
        const change = rows.read('changes', row, changeOf);
        if (change !== null) changes.push(change);
      }
      if (found.length === 0) break;
    }
    return changes;
  };
}

function changeOf(row: Row): StoredChange {
  return { number: numberOf(row, 'number'), at: numberOf(row, 'at'), kind: textOf(row, 'kind'), flight: flightOf(row) };
}
