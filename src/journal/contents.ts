import type { DatabaseSync } from 'node:sqlite';
import { readableRows } from '../lib/readable-rows.ts';
import { numberOf, type Row, textOf } from '../lib/row.ts';
import { CheckedRows } from './checked-rows.ts';
import { type NoteDamage, unreadable } from './damaged-row.ts';
import type { JournalContents } from './journal.ts';
import { readNumbering } from './numbering.ts';
import { rawRows } from './raw-report.ts';
import { flightOf, loginFailureOf, sessionOf } from './rows.ts';
import type { SummedTableName } from './summed-tables.ts';
import type { Tails } from './tails.ts';
import type { NamedText } from './texts.ts';

/** Age at which a failed login is no longer counted. */
export const failuresKeptMs = 24 * 60 * 60 * 1000;

/** What the journal has at opening. */
export interface ReadContents extends JournalContents {
  /** Flights of which nothing counts as sealed, because the summary of what is sealed is damaged. */
  readonly unsealed: readonly number[];
}

/**
 * Reads the journal at opening. Chunks stay packed, so the amount of data depends on the flights under way, not on all
 * flights ever flown. What is damaged is noted and left out: a pilot signs in again, and reports are delivered twice.
 */
export function readContents(database: DatabaseSync, now: number, onDamage: NoteDamage): ReadContents {
  const rows = new CheckedRows(database, onDamage);
  const live = database.prepare('SELECT * FROM flights WHERE is_live = 1 ORDER BY number').all();
  const delivered = database.prepare('SELECT * FROM delivered WHERE flight = ?');
  const sealed = database.prepare('SELECT * FROM sealed WHERE flight = ?');
  const unsealed: number[] = [];
  const flights = live.flatMap((row) => {
    const flight = rows.read('flights', row, flightOf);
    if (flight === null) return [];
    const summary = sealed.get(flight.number);
    const known = summary === undefined ? null : rows.summary(summary);
    if (summary !== undefined && known === null) unsealed.push(flight.number);
    const cursor = delivered.get(flight.number);
    const number = cursor === undefined ? 0 : rows.read('delivered', cursor, (each) => numberOf(each, 'number'));
    return [{ flight, delivered: number ?? 0, sealed: known }];
  });
  return {
    flights,
    unsealed,
    sessions: readAll('sessions', sessionOf),
    loginFailures: readAll('login_failures', loginFailureOf)
      .filter(({ at }) => at >= now - failuresKeptMs)
      .sort((one, other) => one.at - other.at),
  };

  /** Without these the server can start: who is not known any more signs in again. */
  function readAll<T>(table: SummedTableName, decode: (row: Row) => T): readonly T[] {
    const readable = readableRows(database, table, (gap) => onDamage(unreadable(table, gap)));
    const all = Array.from(readable, ({ key, row }) => rows.read(table, { rowid: key[0], ...row }, decode));
    return all.filter((each) => each !== null);
  }
}

/** Collects the number of every unsealed report. */
export function readTails(database: DatabaseSync, tails: Tails, onDamage: NoteDamage): void {
  const checked = new CheckedRows(database, onDamage);
  const sealed = database.prepare('SELECT * FROM sealed WHERE flight = ?');
  const chunks = database.prepare('SELECT * FROM chunks WHERE flight = ?');
  const sealedUntil = (flight: number): number => {
    const row = sealed.get(flight);
    if (row === undefined) return 0;
    const summary = checked.summary(row);
    if (summary !== null) return summary.lastNumber;
    const whole = chunks.all(flight).filter((chunk) => checked.chunk(chunk) !== null);
    return Math.max(0, ...whole.map((chunk) => numberOf(chunk, 'last_number')));
  };
  const untilByFlight = new Map<number, number>();
  for (const [number, flight] of rawRows(database, ['number', 'flight'], onDamage)) {
    const until = untilByFlight.get(flight) ?? sealedUntil(flight);
    untilByFlight.set(flight, until);
    if (number > until) tails.add(flight, number, 1);
  }
}

/** Returns the next free numbers, and the stored texts with their numbers. */
export function readNumbers(database: DatabaseSync, onDamage: NoteDamage): Numbers {
  const next = (sql: string) => Number(database.prepare(sql).get()?.number ?? 0) + 1;
  const checked = new CheckedRows(database, onDamage);
  const texts = database.prepare('SELECT * FROM texts').all();
  const report = next('SELECT max(number) AS number FROM reports');
  const flight = next('SELECT max(number) AS number FROM flights');
  const own = readNumbering(database);
  return {
    report: Math.max(report, own.report),
    flight: Math.max(flight, own.flight),
    // The number of one that is damaged is not given to another.
    texts: texts.map((row) => {
      const id = numberOf(row, 'id');
      return { id, text: checked.read('texts', row, (each) => textOf(each, 'text')) ?? `damaged ${id}` };
    }),
  };
}

export interface Numbers {
  readonly report: number;
  readonly flight: number;
  /** From one flight's number to the next one's. */
  readonly texts: readonly NamedText[];
}
