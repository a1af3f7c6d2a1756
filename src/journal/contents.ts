import type { DatabaseSync } from 'node:sqlite';
import { numberOf, textOf } from '../lib/row.ts';
import type { JournalContents } from './journal.ts';
import { readNumbering } from './numbering.ts';
import { flightOf, loginFailureOf, sessionOf } from './rows.ts';
import { summaryOf } from './sealed-summary.ts';
import type { Tails } from './tails.ts';
import type { NamedText } from './texts.ts';

/** Age at which a failed login is no longer counted. */
export const failuresKeptMs = 24 * 60 * 60 * 1000;

/**
 * Reads the journal at opening. Chunks stay packed, so the amount of data depends on the flights under way, not on all
 * flights ever flown.
 */
export function readContents(database: DatabaseSync, now: number): JournalContents {
  const live = database.prepare('SELECT number, document FROM flights WHERE is_live = 1 ORDER BY number').all();
  const delivered = database.prepare('SELECT number FROM delivered WHERE flight = ?');
  const sealed = database.prepare('SELECT summary FROM sealed WHERE flight = ?');
  return {
    flights: live.map((row) => {
      const flight = flightOf(row);
      const summary = sealed.get(flight.number);
      return {
        flight,
        delivered: Number(delivered.get(flight.number)?.number ?? 0),
        sealed: summary === undefined ? null : summaryOf(textOf(summary, 'summary')),
      };
    }),
    sessions: database.prepare('SELECT * FROM sessions').all().map(sessionOf),
    loginFailures: database
      .prepare('SELECT * FROM login_failures WHERE at >= ? ORDER BY at')
      .all(now - failuresKeptMs)
      .map(loginFailureOf),
  };
}

/** Collects the number of every unsealed report. */
export function readTails(database: DatabaseSync, tails: Tails): void {
  const lastSealed = database.prepare('SELECT last_number FROM sealed WHERE flight = ?');
  const sealedByFlight = new Map<unknown, number>();
  const rows = database.prepare('SELECT number, flight FROM reports ORDER BY number');
  rows.setReturnArrays(true);
  for (const [number, flight] of rows.iterate() as unknown as Iterable<readonly [number, number]>) {
    const sealed = sealedByFlight.get(flight) ?? Number(lastSealed.get(flight)?.last_number ?? 0);
    sealedByFlight.set(flight, sealed);
    if (number > sealed) tails.add(flight, number, 1);
  }
}

/** Returns the next free numbers, and the stored texts with their numbers. */
export function readNumbers(database: DatabaseSync): Numbers {
  const next = (sql: string) => Number(database.prepare(sql).get()?.number ?? 0) + 1;
  const texts = database.prepare('SELECT id, text FROM texts').all();
  const report = next('SELECT max(number) AS number FROM reports');
  const flight = next('SELECT max(number) AS number FROM flights');
  const own = readNumbering(database);
  return {
    report: Math.max(report, own.report),
    // Those of other journals differ by the remainder.
    flight: own.flight + Math.ceil(Math.max(0, flight - own.flight) / own.step) * own.step,
    flightStep: own.step,
    texts: texts.map((row) => ({ id: numberOf(row, 'id'), text: textOf(row, 'text') })),
  };
}

export interface Numbers {
  readonly report: number;
  readonly flight: number;
  /** From one flight's number to the next one's. */
  readonly flightStep: number;
  readonly texts: readonly NamedText[];
}
