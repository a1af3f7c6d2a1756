import type { DatabaseSync } from 'node:sqlite';

/** Numbers that a journal gives out, where several journals share the flights and a flight may move from one to another. */
export interface Numbering {
  /** The first number of a report: above all that there were in any of the journals when it was set. */
  readonly report: number;
  /** The same of a flight. */
  readonly flight: number;
  /** From one flight's number to the next one's: as many as there are journals. */
  readonly step: number;
}

const note = 'numbering';
const alone: Numbering = { report: 1, flight: 1, step: 1 };

/** Returns what numbers this journal gives out; of one that was always alone, all of them. */
export function readNumbering(database: DatabaseSync): Numbering {
  const text = database.prepare('SELECT text FROM notes WHERE name = ?').get(note)?.text;
  return typeof text === 'string' ? (JSON.parse(text) as Numbering) : alone;
}

export function writeNumbering(database: DatabaseSync, numbering: Numbering): void {
  database.prepare('INSERT OR REPLACE INTO notes VALUES (?, ?)').run(note, JSON.stringify(numbering));
}

/** Between the reports' numbers of one journal and those of the next: enough for a year of 30,000 a second. */
const reportsApart = 2 ** 40;

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

/**
 * Returns the numbering of each of so many journals, all of it above these numbers: a flight that moves keeps its numbers,
 * and those of its next reports are higher.
 */
export function numberingsAbove(
  above: { readonly report: number; readonly flight: number },
  count: number,
): Numbering[] {
  return Array.from({ length: count }, (_, index) => ({
    report: above.report + 1 + index * reportsApart,
    flight: above.flight + 1 + index,
    step: count,
  }));
}
