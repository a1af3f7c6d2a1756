import type { DatabaseSync } from 'node:sqlite';
import { requireWhole } from './checked-rows.ts';
import { prepareInsert } from './summed-tables.ts';

/** Numbers that a journal gives out: above those of flights that came from other journals. */
export interface Numbering {
  /** The first number of a report. */
  readonly report: number;
  /** The same of a flight. */
  readonly flight: number;
}

const note = 'numbering';
const alone: Numbering = { report: 1, flight: 1 };

/** Returns what numbers this journal gives out; of one that was always alone, all of them. */
export function readNumbering(database: DatabaseSync): Numbering {
  const row = database.prepare('SELECT * FROM notes WHERE name = ?').get(note);
  if (row === undefined) return alone;
  requireWhole('notes', row);
  return JSON.parse(String(row.text)) as Numbering;
}

export function writeNumbering(database: DatabaseSync, numbering: Numbering): void {
  prepareInsert(database, 'notes', 'INSERT OR REPLACE')(note, JSON.stringify(numbering));
}

/** Returns the highest numbers of reports and flights in this journal. */
export function highestNumbers(database: DatabaseSync): { readonly report: number; readonly flight: number } {
  const highest = (sql: string) => Number(database.prepare(sql).get()?.number ?? 0);
  return {
    report: Math.max(
      highest('SELECT max(number) AS number FROM reports'),
      highest('SELECT max(last_number) AS number FROM chunks'),
      highest('SELECT max(number) AS number FROM delivered'),
    ),
    flight: Math.max(
      highest('SELECT max(number) AS number FROM flights'),
      highest('SELECT max(flight) AS number FROM changes'),
    ),
  };
}
