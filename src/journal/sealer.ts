import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Report } from '../tracking/model.ts';
import { packChunk, unpackChunk } from './chunk.ts';
import { bytesOf, rawReport } from './raw-report.ts';
import { addToSummary, summaryOf } from './sealed-summary.ts';
import type { TextsByNumber } from './texts.ts';

/** Maximum number of reports in one chunk, which a lookup has to unpack. */
const maxInChunk = 2048;
/** Maximum size at which the chunks of an ended flight are repacked: a flight of about a day. */
const maxMergedBytes = 256 * 1024;
/** Maximum number of raw rows deleted in one transaction. */
const maxInCut = 50_000;

/** Packs reports into chunks and deletes raw rows, inside the caller's transaction. */
export class Sealer {
  readonly #summary: StatementSync;
  readonly #report: StatementSync;
  readonly #insertChunk: StatementSync;
  readonly #chunks: StatementSync;
  readonly #deleteChunks: StatementSync;
  readonly #saveSummary: StatementSync;
  readonly #oldest: StatementSync;
  readonly #lastSealed: StatementSync;
  readonly #newest: StatementSync;
  readonly #cut: StatementSync;
  readonly #texts: TextsByNumber;

  constructor(database: DatabaseSync, texts: TextsByNumber) {
    this.#texts = texts;
    this.#summary = database.prepare('SELECT summary FROM sealed WHERE flight = ?');
    this.#report = database.prepare('SELECT body FROM reports WHERE number = ? AND flight = ?');
    this.#insertChunk = database.prepare('INSERT INTO chunks VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
    this.#chunks = database.prepare('SELECT body FROM chunks WHERE flight = ? ORDER BY first_number');
    this.#deleteChunks = database.prepare('DELETE FROM chunks WHERE flight = ?');
    this.#saveSummary = database.prepare('INSERT OR REPLACE INTO sealed VALUES (?, ?, ?)');
    this.#oldest = database.prepare(`SELECT number, flight FROM reports ORDER BY number LIMIT ${maxInCut}`);
    this.#lastSealed = database.prepare('SELECT last_number FROM sealed WHERE flight = ?');
    this.#newest = database.prepare('SELECT max(number) AS number FROM reports');
    this.#cut = database.prepare('DELETE FROM reports WHERE number < ?');
  }

  /** Returns the number of the flight's last sealed report, 0 when it has none. */
  seal(flight: number, numbers: Float64Array, progress: string | null): number {
    const stored = this.#summary.get(flight)?.summary;
    const before = typeof stored === 'string' ? summaryOf(stored) : null;
    const reports = this.#read(flight, numbers, before?.lastNumber ?? 0);
    if (reports.length === 0) return before?.lastNumber ?? 0;
    this.#store(flight, reports);
    const summary = addToSummary(before, reports, progress === null ? null : JSON.parse(progress));
    this.#saveSummary.run(flight, summary.lastNumber, JSON.stringify(summary));
    return summary.lastNumber;
  }

  /** Repacks the chunks of an ended flight into full ones, because the small chunks of ten minutes compress badly. */
  merge(flight: number): void {
    const chunks = this.#chunks.all(flight).map(({ body }) => bytesOf(body));
    const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    if (chunks.length < 2 || bytes > maxMergedBytes) return;
    this.#deleteChunks.run(flight);
    this.#store(flight, chunks.flatMap(unpackChunk));
  }

  /** Deletes the raw rows before the oldest one that is not sealed. Keeps the newest row, so that numbers keep increasing. */
  cut(): void {
    const lastSealed = new Map<number, number>();
    const newest = Number(this.#newest.get()?.number ?? 0);
    let before = 0;
    for (const row of this.#oldest.iterate()) {
      const number = Number(row.number);
      const flight = Number(row.flight);
      const sealed = lastSealed.get(flight) ?? Number(this.#lastSealed.get(flight)?.last_number ?? 0);
      lastSealed.set(flight, sealed);
      if (number > sealed || number === newest) break;
      before = number + 1;
    }
    if (before > 0) this.#cut.run(before);
  }

  #read(flight: number, numbers: Float64Array, after: number): Report[] {
    const reports: Report[] = [];
    for (const number of numbers) {
      const row = number > after ? this.#report.get(number, flight) : undefined;
      if (row !== undefined) reports.push(rawReport(number, row.body, this.#texts));
    }
    return reports;
  }

  #store(flight: number, reports: readonly Report[]): void {
    for (let from = 0; from < reports.length; from += maxInChunk)
      this.#storeChunk(flight, reports.slice(from, from + maxInChunk));
  }

  #storeChunk(flight: number, reports: readonly Report[]): void {
    const first = reports[0]?.number ?? 0;
    const last = reports.at(-1)?.number ?? 0;
    const positions = reports.flatMap((report) => (report.kind === 'position' ? [report.position] : []));
    const events = reports.flatMap((report) => (report.kind === 'event' ? [report.event] : []));
    this.#insertChunk.run(flight, first, last, ...spanOf(positions), ...spanOf(events), packChunk(reports));
  }
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
