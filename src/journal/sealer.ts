import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Report } from '../tracking/model.ts';
import { CheckedRows } from './checked-rows.ts';
import { packChunk } from './chunk.ts';
import type { NoteDamage } from './damaged-row.ts';
import type { SealedSummary } from './journal.ts';
import { bytesOf } from './raw-report.ts';
import { areToBeMerged, inChunks } from './seal-plan.ts';
import { addToSummary } from './sealed-summary.ts';
import { prepareInsert } from './summed-tables.ts';

/** Maximum number of raw rows deleted in one transaction. */
const maxInCut = 50_000;

/** Packs reports into chunks and deletes raw rows, inside the caller's transaction. */
export class Sealer {
  readonly #statements: ReturnType<typeof prepare>;
  readonly #rows: CheckedRows;

  constructor(database: DatabaseSync, onDamage: NoteDamage) {
    this.#statements = prepare(database);
    this.#rows = new CheckedRows(database, onDamage);
  }

  /** Returns the number of the flight's last sealed report, 0 when it has none. Damaged reports are left out, and kept in mind. */
  seal(flight: number, numbers: Float64Array, progress: string | null): number {
    const before = this.#before(flight);
    const { reports, lost } = this.#read(flight, numbers, before?.lastNumber ?? 0);
    if (reports.length + lost.length === 0) return before?.lastNumber ?? 0;
    this.#store(flight, reports);
    const summary = addToSummary(before, reports, progress === null ? null : JSON.parse(progress), lost);
    this.#statements.saveSummary(flight, summary.lastNumber, JSON.stringify(summary));
    return summary.lastNumber;
  }

  /** Repacks the chunks of an ended flight into full ones. Damaged ones stay as they are, for a repair. */
  merge(flight: number): void {
    const rows = this.#statements.chunks.all(flight);
    if (!areToBeMerged(rows.map(({ body }) => bytesOf(body)))) return;
    const chunks = rows.map((row) => this.#rows.chunk(row, flight));
    if (chunks.includes(null)) return;
    this.#statements.deleteChunks.run(flight);
    this.#store(
      flight,
      chunks.flatMap((reports) => reports ?? []),
    );
  }

  /** Deletes the raw rows before the oldest one that is not sealed. Keeps the newest row, so that numbers keep increasing. */
  cut(): void {
    const { newest, oldest, lastSealed, cut } = this.#statements;
    const sealedUntil = new Map<number, number>();
    const last = Number(newest.get()?.number ?? 0);
    let before = 0;
    for (const row of oldest.iterate()) {
      const number = Number(row.number);
      const flight = Number(row.flight);
      const sealed = sealedUntil.get(flight) ?? Number(lastSealed.get(flight)?.last_number ?? 0);
      sealedUntil.set(flight, sealed);
      if (number > sealed || number === last) break;
      before = number + 1;
    }
    if (before > 0) cut.run(before);
  }

  /** Returns the summary of what is sealed; a damaged one is made again from the chunks. */
  #before(flight: number): SealedSummary | null {
    const row = this.#statements.summary.get(flight);
    if (row === undefined) return null;
    const summary = this.#rows.summary(row);
    if (summary !== null) return summary;
    const chunks = this.#statements.chunks.all(flight).flatMap((chunk) => this.#rows.chunk(chunk, flight) ?? []);
    return addToSummary(null, chunks, null);
  }

  #read(flight: number, numbers: Float64Array, after: number): { reports: Report[]; lost: number[] } {
    const reports: Report[] = [];
    const lost: number[] = [];
    for (const number of numbers) {
      const row = number > after ? this.#statements.report.get(number, flight) : undefined;
      if (row === undefined) continue;
      const report = this.#rows.report(row);
      if (report === null) lost.push(number);
      else reports.push(report);
    }
    return { reports, lost };
  }

  #store(flight: number, reports: readonly Report[]): void {
    for (const chunk of inChunks(reports)) this.#statements.insertChunk(...chunkRow(flight, chunk));
  }
}

/** Returns the columns of a chunk with these reports. */
export function chunkRow(flight: number, reports: readonly Report[]) {
  const first = reports[0]?.number ?? 0;
  const last = reports.at(-1)?.number ?? 0;
  const positions = reports.flatMap((report) => (report.kind === 'position' ? [report.position] : []));
  const events = reports.flatMap((report) => (report.kind === 'event' ? [report.event] : []));
  return [flight, first, last, ...spanOf(positions), ...spanOf(events), packChunk(reports)] as const;
}

/** Returns the oldest and newest time sent by a client, nulls when there is none. */
export function spanOf(reports: readonly { readonly isDated: boolean; readonly recordedAt: number }[]) {
  let first: number | null = null;
  let last: number | null = null;
  for (const { isDated, recordedAt } of reports) {
    if (!isDated) continue;
    first = first === null || recordedAt < first ? recordedAt : first;
    last = last === null || recordedAt > last ? recordedAt : last;
  }
  return [first, last] as const;
}

function prepare(database: DatabaseSync) {
  const statement = (sql: string): StatementSync => database.prepare(sql);
  return {
    summary: statement('SELECT * FROM sealed WHERE flight = ?'),
    report: statement('SELECT * FROM reports WHERE number = ? AND flight = ?'),
    // Of a damaged chunk that begins with the same report, these may be all that is left.
    insertChunk: prepareInsert(database, 'chunks', 'INSERT OR REPLACE'),
    chunks: statement('SELECT * FROM chunks WHERE flight = ? ORDER BY first_number'),
    deleteChunks: statement('DELETE FROM chunks WHERE flight = ?'),
    saveSummary: prepareInsert(database, 'sealed', 'INSERT OR REPLACE'),
    oldest: statement(`SELECT number, flight FROM reports ORDER BY number LIMIT ${maxInCut}`),
    lastSealed: statement('SELECT last_number FROM sealed WHERE flight = ?'),
    newest: statement('SELECT max(number) AS number FROM reports'),
    cut: statement('DELETE FROM reports WHERE number < ?'),
  };
}
