import type { DatabaseSync } from 'node:sqlite';
import { numberOf, textOf } from '../lib/row.ts';
import type { Report } from '../tracking/model.ts';
import type { JournalContents, SealedSummary } from './journal.ts';
import type { ReportReader } from './report-reader.ts';
import { flightOf, loginFailureOf, sessionOf } from './rows.ts';
import { summaryOf } from './sealed-summary.ts';
import type { Tails } from './tails.ts';
import type { NamedText } from './texts.ts';

/** A login that failed longer ago is forgotten. */
export const failuresKeptMs = 24 * 60 * 60 * 1000;

/**
 * What is there at opening. Chunks stay packed: what is read grows with the flights that are under way and with the
 * unsealed rows, not with what was ever flown. Fills `tails` on the way.
 */
export function readContents(database: DatabaseSync, reader: ReportReader, tails: Tails, now: number): JournalContents {
  const live = database.prepare('SELECT number, document FROM flights WHERE is_live = 1 ORDER BY number').all();
  const numbers = new Set(live.map((row) => numberOf(row, 'number')));
  const reports = readTails(database, reader, tails, numbers);
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
        tail: reports.get(flight.number) ?? [],
      };
    }),
    sessions: database.prepare('SELECT * FROM sessions').all().map(sessionOf),
    loginFailures: database
      .prepare('SELECT * FROM login_failures WHERE at >= ? ORDER BY at')
      .all(now - failuresKeptMs)
      .map(loginFailureOf),
  };
}

/** Notes the number of every unsealed report, and reads those of these flights. */
function readTails(database: DatabaseSync, reader: ReportReader, tails: Tails, flights: ReadonlySet<number>) {
  const reports = new Map<number, Report[]>();
  const lastSealed = database.prepare('SELECT last_number FROM sealed WHERE flight = ?');
  const sealedByFlight = new Map<number, SealedSummary['lastNumber']>();
  for (const row of database.prepare('SELECT number, flight, body FROM reports ORDER BY number').iterate()) {
    const number = numberOf(row, 'number');
    const flight = numberOf(row, 'flight');
    const sealed = sealedByFlight.get(flight) ?? Number(lastSealed.get(flight)?.last_number ?? 0);
    sealedByFlight.set(flight, sealed);
    if (number <= sealed) continue;
    tails.add(flight, number, 1);
    if (!flights.has(flight)) continue;
    const tail = reports.get(flight);
    const report = reader.rawReport(number, row.body);
    if (tail === undefined) reports.set(flight, [report]);
    else tail.push(report);
  }
  return reports;
}

/** The first numbers that are free, and the texts that have one. */
export function readNumbers(database: DatabaseSync): {
  readonly report: number;
  readonly flight: number;
  readonly texts: readonly NamedText[];
} {
  const next = (sql: string) => Number(database.prepare(sql).get()?.number ?? 0) + 1;
  const texts = database.prepare('SELECT id, text FROM texts').all();
  return {
    report: next('SELECT max(number) AS number FROM reports'),
    flight: next('SELECT max(number) AS number FROM flights'),
    texts: texts.map((row) => ({ id: numberOf(row, 'id'), text: textOf(row, 'text') })),
  };
}
