import type { DatabaseSync } from 'node:sqlite';
import { numberOf } from '../../lib/row.ts';
import type { Report } from '../../tracking/model.ts';
import { rawReport } from '../raw-report.ts';
import { TextsByNumber } from '../texts.ts';

/** Returns all reports that are not sealed, by flight. */
export function readUnsealed(database: DatabaseSync): ReadonlyMap<number, readonly Report[]> {
  const text = database.prepare('SELECT text FROM texts WHERE id = ?');
  const texts = new TextsByNumber((id) => (text.get(id)?.text as string | undefined) ?? null);
  const rows = database
    .prepare(
      `SELECT r.number, r.flight, r.body FROM reports r LEFT JOIN sealed s ON s.flight = r.flight
       WHERE r.number > coalesce(s.last_number, 0) ORDER BY r.number`,
    )
    .all();
  const byFlight = Map.groupBy(rows, (row) => numberOf(row, 'flight'));
  return new Map(
    [...byFlight].map(([flight, reports]) => [
      flight,
      reports.map((row) => rawReport(numberOf(row, 'number'), row.body, texts)),
    ]),
  );
}
