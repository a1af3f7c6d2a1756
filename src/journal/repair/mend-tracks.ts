import type { DatabaseSync } from 'node:sqlite';
import type { Copy, SalvagedTable } from '../../lib/salvage.ts';
import type { Flight, Report } from '../../tracking/model.ts';
import { erasedPilot } from '../anonymous.ts';
import type { SealedSummary } from '../journal.ts';
import { rowOf } from '../move/flight-record.ts';
import { flightOf } from '../rows.ts';
import { inChunks } from '../seal-plan.ts';
import { addToSummary } from '../sealed-summary.ts';
import { chunkRow } from '../sealer.ts';
import { prepareInsert } from '../summed-tables.ts';
import { readable } from './readable.ts';
import { type Track, Tracks } from './track.ts';

/** A flight whose track was damaged. */
export interface MendedTrack {
  readonly flight: Flight;
  /** Reports that were taken from copies. */
  readonly taken: number;
  /** Reports that are lost; null when it is not known how many. */
  readonly lost: number | null;
}

/**
 * Completes tracks from copies, and makes chunks and summaries agree again.
 * @param to - a journal whose rows are whole
 * @param damaged - numbers of flights of which rows were lost
 */
export function mendTracks(
  to: DatabaseSync,
  copies: readonly Copy[],
  damaged: ReadonlyMap<number, readonly number[]>,
): readonly MendedTrack[] {
  const tracks = new Tracks(to);
  const others = copies.map(({ database }) => ({ database, tracks: new Tracks(database) }));
  const mended: MendedTrack[] = [];
  for (const { number } of to.prepare('SELECT number FROM flights ORDER BY number').all()) {
    const key = Number(number);
    const flight = flightOf(to.prepare('SELECT document FROM flights WHERE number = ?').get(key) ?? {});
    if (!damaged.has(key) && isComplete(tracks, flight)) continue;
    const own = tracks.read(key);
    const found = others.flatMap(({ database, tracks: of }) =>
      isSame(database, flight) ? reportsOf(of.read(key)) : [],
    );
    const before = reportsOf(own);
    const reports = merge(before, flight.pilot.ident === erasedPilot.ident ? found.filter(isPosition) : found);
    mended.push(write(to, flight, { ...own, reports, count: before.length, lost: damaged.get(key) ?? [] }));
  }
  return mended;
}

/** Of a flight that has ended everything is sealed. */
function isComplete(tracks: Tracks, { number, endedAt }: Flight): boolean {
  const summary = tracks.summaryOf(number);
  if (tracks.countSealed(number) !== countOf(summary)) return false;
  return endedAt === null || !tracks.hasRaw(number, summary?.lastNumber ?? 0);
}

const countOf = (summary: SealedSummary | null) => (summary?.positionCount ?? 0) + (summary?.eventCount ?? 0);
const reportsOf = ({ sealed, raw }: Track) => [...sealed, ...raw];
/** What events say may name a pilot who was erased since the copy was made. */
const isPosition = ({ kind }: Report) => kind === 'position';

/** Numbers are given out again when a backup was restored: it must be the same flight. */
function isSame(copy: DatabaseSync, { number, id }: Flight): boolean {
  return readable(() => copy.prepare('SELECT 1 FROM flights WHERE number = ? AND id = ?').all(number, id)).length > 0;
}

/** Returns all, each number once; the first one counts. */
function merge(own: readonly Report[], others: readonly Report[]): readonly Report[] {
  const byNumber = new Map<number, Report>();
  for (const report of [...own, ...others]) if (!byNumber.has(report.number)) byNumber.set(report.number, report);
  return [...byNumber.values()].sort((one, other) => one.number - other.number);
}

interface Found extends Track {
  /** All that there is now. */
  readonly reports: readonly Report[];
  /** Number of those that were there before. */
  readonly count: number;
  /** Numbers of rows that were lost, as far as they are known. */
  readonly lost: readonly number[];
}

function write(to: DatabaseSync, flight: Flight, { summary, reports, count, lost }: Found): MendedTrack {
  const taken = reports.length - count;
  const present = new Set(reports.map(({ number }) => number));
  const missing = lost.filter((number) => !present.has(number));
  for (const table of ['chunks', 'sealed', 'reports'])
    to.prepare(`DELETE FROM ${table} WHERE flight = ?`).run(flight.number);
  if (summary === null && flight.endedAt === null) {
    // The core starts from what is not sealed.
    writeRaw(to, flight.number, reports);
    if (missing.length > 0) writeSummary(to, flight.number, { ...addToSummary(null, [], null), lost: missing });
    return { flight, taken, lost: missing.length };
  }
  const before = summary?.lastNumber ?? 0;
  const [old, rest] = [
    reports.filter(({ number }) => number <= before),
    reports.filter(({ number }) => number > before),
  ];
  const isSealed = flight.endedAt !== null;
  const insert = prepareInsert(to, 'chunks');
  for (const chunk of inChunks(isSealed ? reports : old)) insert(...chunkRow(flight.number, chunk));
  if (!isSealed) writeRaw(to, flight.number, rest);
  const gone = Math.max(missing.length, countOf(summary) - old.length);
  const known = missing.length > 0 ? missing : [before];
  const now = summary !== null && !isSealed ? summary : addToSummary(summary, rest, null);
  writeSummary(to, flight.number, gone > 0 ? { ...now, lost: [...(now.lost ?? []), ...known] } : now);
  return { flight, taken, lost: summary === null && lost.length > 0 ? null : gone };
}

function writeRaw(to: DatabaseSync, flight: number, reports: readonly Report[]): void {
  const insert = prepareInsert(to, 'reports', 'INSERT OR REPLACE');
  for (const report of reports) {
    const { isEvent, body } = rowOf(report);
    insert(report.number, flight, isEvent ? body.toString('utf8') : body);
  }
}

function writeSummary(to: DatabaseSync, flight: number, summary: SealedSummary): void {
  prepareInsert(to, 'sealed', 'INSERT OR REPLACE')(flight, summary.lastNumber, JSON.stringify(summary));
}

/**
 * Returns the flights of which rows were lost, with the numbers of those reports as far as they are known. Where raw rows cannot be
 * read, any flight under way may have had some; where sealed ones cannot, any flight that seems to have none.
 */
export function flightsOfLost(
  to: DatabaseSync,
  tables: readonly SalvagedTable[],
): ReadonlyMap<number, readonly number[]> {
  const flights = new Map<number, number[]>();
  const add = (flight: unknown, number: unknown) => {
    if (typeof flight !== 'number') return;
    flights.set(flight, [...(flights.get(flight) ?? []), ...(typeof number === 'number' ? [number] : [])]);
  };
  const suspects = {
    underWay: to.prepare('SELECT number FROM flights WHERE ended_at IS NULL'),
    unsealed: to.prepare('SELECT number FROM flights WHERE number NOT IN (SELECT flight FROM sealed)'),
  };
  for (const { table, lost, gaps } of tables.filter((each) => ['reports', 'chunks', 'sealed'].includes(each.table))) {
    for (const { row } of lost) add(row.flight, row.number ?? row.first_number);
    for (const { after } of gaps)
      for (const { number } of suspects[table === 'reports' ? 'underWay' : 'unsealed'].all())
        add(number, table === 'reports' ? Number(after?.[0] ?? 0) + 1 : null);
  }
  return flights;
}
