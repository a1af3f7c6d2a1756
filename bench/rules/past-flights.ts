import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { packChunk } from '../../src/journal/chunk.ts';
import { fileName } from '../../src/journal/open.ts';
import { toFlightRow } from '../../src/journal/rows.ts';
import { type InsertRow, prepareInsert } from '../../src/journal/summed-tables.ts';
import { openSqlite } from '../../src/lib/sqlite.ts';
import { makePirep, nothingReported } from '../../src/tracking/figures/pirep.ts';
import type { Flight, Plan, Report } from '../../src/tracking/model.ts';
import { clientOf, madeAt, makeFlight } from '../../test/flight-model/made-flight.ts';
import { sampleFlight } from '../../test/journal/suite/samples.ts';

/** Tracks that differ; every flight of the year flies one of them. */
const templateCount = 24;
const pilotCount = 200;
const firstNumber = 1_000_000;
const perTransaction = 1_000;

interface Template {
  readonly plan: Plan;
  readonly body: Buffer;
  readonly reportCount: number;
  readonly pirep: NonNullable<Flight['receipt']>['pirep'];
}

/** What a year of flights holds. */
export interface Year {
  readonly flights: number;
  /** Of a flight, in the mean. */
  readonly reports: number;
}

/**
 * Adds filed flights to the journal of this directory as they lie there a year later: sealed, with their receipts. Written as rows,
 * because flying them would take hours.
 */
export function writePastFlights(directory: string, count: number): Year {
  const templates = Array.from({ length: templateCount }, (_, index) => makeTemplate(`bench ${index}`));
  const database = openSqlite(join(directory, fileName));
  try {
    const rows = { flights: prepareInsert(database, 'flights'), chunks: prepareInsert(database, 'chunks') };
    for (let from = 0; from < count; from += perTransaction)
      inTransaction(database, () => {
        for (let index = from; index < Math.min(count, from + perTransaction); index++)
          writeFlight(rows, index, templates[index % templateCount] as Template);
      });
  } finally {
    database.close();
  }
  const reports = templates.reduce((sum, { reportCount }) => sum + reportCount, 0) / templateCount;
  return { flights: count, reports: Math.round(reports) };
}

function makeTemplate(seed: string): Template {
  const { flight } = makeFlight({ seed, client: { ...clientOf(seed), everyS: 4 } });
  const reports = flight.positions.map(
    (position, index): Report => ({ number: index + 1, kind: 'position', position: { ...position, seq: index + 1 } }),
  );
  const { plan } = flight;
  return {
    plan,
    body: packChunk(reports),
    reportCount: reports.length,
    pirep: makePirep(plan, reports, nothingReported, null),
  };
}

function writeFlight(
  rows: Readonly<Record<'flights' | 'chunks', InsertRow>>,
  index: number,
  { plan, body, reportCount, pirep }: Template,
): void {
  const [number, pilot, at] = [firstNumber + index, index % pilotCount, madeAt + index * 1_000];
  const flight: Flight = {
    ...sampleFlight(number),
    pilot: { id: `past-${pilot}`, ident: `PST${pilot}`, name: `Past Pilot ${pilot}` },
    plan,
    startedAt: madeAt,
    state: 'filed',
    endedAt: at,
    receipt: { flightId: `flight-${number}`, pirepId: `pirep-${number}`, pirepState: 'accepted', filedAt: at, pirep },
  };
  const { id, pilotId, state, endedAt, document } = toFlightRow(flight);
  rows.flights(number, id, pilotId, state, 0, endedAt, document);
  rows.chunks(number, 1, reportCount, null, null, null, null, body);
}

function inTransaction(database: DatabaseSync, work: () => void): void {
  database.exec('BEGIN');
  work();
  database.exec('UPDATE flights SET is_live = 0 WHERE number >= 1000000 AND is_live = 1');
  database.exec('COMMIT');
}
