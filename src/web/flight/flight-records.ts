import { inTurns } from '../../lib/fair-turns.ts';
import { sortInPieces } from '../../lib/sort-in-pieces.ts';
import { Turns } from '../../lib/turns.ts';
import type { FlightView } from '../../tracking/figures/flight-view.ts';
import { follows, orderOfTime } from '../../tracking/figures/timeline.ts';
import type { Report } from '../../tracking/model.ts';
import type { Records } from '../records.ts';
import type { Turn } from '../waiting.ts';
import { readInPieces } from './read-reports.ts';
import { type FlightRecord, RecordBuilder } from './record.ts';

/** Maximum number of positions kept of all flights together: some 30 MB. */
const maxPositions = 60_000;

interface Entry {
  /** Null before the first reading, and for a flight whose reports did not arrive in order of time. */
  builder: RecordBuilder | null;
  lastNumber: number;
  /** The newest record, and the version of its flight if it holds all of that. */
  record: FlightRecord | null;
  version: string;
}

/**
 * The flights that visitors look at. Each is read once, in pieces; of a flight under way only what is new is read, as long as
 * its reports arrive in order of time.
 */
export class FlightRecords {
  readonly #records: Pick<Records, 'readReports'>;
  /** Oldest first. */
  readonly #entries = new Map<string, Entry>();
  readonly #turns = new Turns();

  constructor(records: Pick<Records, 'readReports'>) {
    this.#records = records;
  }

  /** @param isPublic - without what only its client said */
  read(view: FlightView, isPublic: boolean, turn: Turn): Promise<FlightRecord> {
    const isFiled = view.flight.receipt !== null;
    const key = `${view.flight.id} ${isFiled} ${isPublic}`;
    // Those who ask meanwhile find it read.
    return this.#turns.run(key, () => this.#readNow(key, view, isPublic, turn));
  }

  async #readNow(key: string, view: FlightView, isPublic: boolean, turn: Turn): Promise<FlightRecord> {
    const entry = this.#entries.get(key) ?? { builder: null, lastNumber: 0, record: null, version: '' };
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    if (entry.record !== null && entry.builder !== null && entry.version === versionOf({ view }))
      return entry.builder.renew(entry.record, view);
    try {
      if (!(await this.#addNew(entry, view, isPublic, turn))) await this.#readWhole(entry, view, isPublic, turn);
    } catch (error) {
      this.#entries.delete(key);
      throw error;
    }
    await turn();
    const record = (entry.builder as RecordBuilder).build(view);
    const isComplete = record.positionCount >= view.positionCount;
    entry.record = record;
    entry.version = isComplete ? versionOf({ view }) : '';
    this.#dropOldest();
    return record;
  }

  /** Returns false when a report is not later than those before it. */
  async #addNew(entry: Entry, view: FlightView, isPublic: boolean, turn: Turn): Promise<boolean> {
    const builder = entry.builder ?? new RecordBuilder(view, isPublic);
    const after = entry.builder === null ? 0 : entry.lastNumber;
    entry.builder = builder;
    for await (const reports of readInPieces(this.#records, view.flight.number, after, turn))
      for (const report of reports) {
        if (!builder.isNext(report)) return false;
        builder.add(report);
        entry.lastNumber = report.number;
      }
    return true;
  }

  /** One after the other: these are in memory as a whole. */
  async #readWhole(entry: Entry, view: FlightView, isPublic: boolean, turn: Turn): Promise<void> {
    const builder = new RecordBuilder(view, isPublic);
    await this.#turns.run('whole', async () => {
      const reports = await readInOrder(this.#records, view.flight, turn);
      for (const [index, report] of reports.entries()) {
        if (index % 500 === 0) await turn();
        builder.add(report);
      }
      entry.lastNumber = reports.reduce((newest, { number }) => Math.max(newest, number), 0);
    });
    entry.builder = builder;
  }

  #dropOldest(): void {
    let kept = 0;
    for (const { builder } of this.#entries.values()) kept += builder?.keptPositions ?? 0;
    for (const [key, { builder }] of this.#entries) {
      if (kept <= maxPositions || this.#entries.size === 1) return;
      kept -= builder?.keptPositions ?? 0;
      this.#entries.delete(key);
    }
  }
}

/** Reads all reports of a flight in order of time. */
export async function readInOrder(
  records: Pick<Records, 'readReports'>,
  { number, startedAt }: FlightView['flight'],
  turn: Turn,
): Promise<readonly Report[]> {
  const reports: Report[] = [];
  let isInOrder = true;
  for await (const piece of readInPieces(records, number, 0, turn))
    for (const report of piece) {
      const before = reports.at(-1);
      if (before !== undefined && !follows(before, report, startedAt)) isInOrder = false;
      reports.push(report);
    }
  if (isInOrder) return reports;
  return inTurns(sortInPieces(reports, orderOfTime(reports, startedAt)), turn);
}

/**
 * Names what a page shows: it changes with every report, every change of state, when the flight is judged by another set of rules, and when
 * staff correct its figures.
 */
export function versionOf({ view }: Pick<FlightRecord, 'view'>): string {
  const { state, receipt } = view.flight;
  const filed =
    receipt === null ? '' : `filed${receipt.pirep.judgement?.set ?? ''}-${receipt.corrections?.length ?? 0}`;
  return [state, view.positionCount, view.eventCount, filed].join('.');
}
