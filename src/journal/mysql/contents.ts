import type { MysqlRow, MysqlSession } from '../../lib/mysql.ts';
import { numberOf, textOf } from '../../lib/row.ts';
import type { Report } from '../../tracking/model.ts';
import { failuresKeptMs } from '../contents.ts';
import { unpackInstants } from '../instants.ts';
import type { JournalContents } from '../journal.ts';
import { flightOf, loginFailureOf, sessionOf } from '../rows.ts';
import { summaryOf } from '../sealed-summary.ts';
import { Tails } from '../tails.ts';
import { readOldestChange } from './change-marks.ts';
import { type PartitionState, Texts } from './partition-state.ts';
import { bytesOf, reportOf } from './row-of-report.ts';
import { SealedFlights } from './sealed-flights.ts';

export interface OpenedPartition {
  readonly state: PartitionState;
  readonly contents: JournalContents;
  readonly unsealed: readonly (readonly [flight: number, report: Report])[];
  readonly nextReport: number;
  readonly lastFlight: number;
}

/** Reads what the core starts from, in one snapshot; chunks stay packed. Null when the partition has another epoch. */
export async function readPartition(
  session: MysqlSession,
  partition: number,
  epoch: number,
  now: number,
): Promise<OpenedPartition | null> {
  const [lease] = await session.rows('SELECT epoch FROM partitions WHERE id = ?', [partition]);
  if (lease === undefined || numberOf(lease, 'epoch') !== epoch) return null;
  const read = (sql: string, ...more: readonly number[]) => session.rows(sql, [partition, ...more]);
  const first = async (sql: string) => Number((await read(sql))[0]?.number ?? 0);
  const state: PartitionState = {
    partition,
    epoch,
    tails: new Tails(),
    sealed: new SealedFlights(),
    texts: new Texts((await read('SELECT id, text FROM texts WHERE part = ?')).map(namedText)),
    cursors: new Map((await read('SELECT name, number FROM cursors WHERE part = ?')).map(named)),
    lastChange: Math.max(
      await first('SELECT max(number) AS number FROM changes WHERE part = ?'),
      await first('SELECT number FROM change_marks WHERE part = ?'),
    ),
    oldestChangeAt: await readOldestChange(session, partition),
  };
  const contents = await readContents(read, state, now);
  const rows = await read('SELECT number, flight, is_event, body FROM reports WHERE part = ? ORDER BY number');
  const unsealed = rows.map((row) => [numberOf(row, 'flight'), reportOf(row, state.texts)] as const);
  for (const [flight, { number }] of unsealed) state.tails.add(flight, number, 1);
  const lastSealed = await first('SELECT max(last_number) AS number FROM sealed WHERE part = ?');
  const nextReport = Math.max(lastSealed, unsealed.at(-1)?.[1].number ?? 0) + 1;
  const lastFlight = await first('SELECT max(number) AS number FROM flights WHERE part = ?');
  return { state, contents, unsealed, nextReport, lastFlight };
}

type Read = (sql: string, ...more: readonly number[]) => Promise<readonly MysqlRow[]>;

async function readContents(read: Read, state: PartitionState, now: number): Promise<JournalContents> {
  const live = await read(
    `SELECT f.document, coalesce(d.number, 0) AS delivered, s.summary, s.instants FROM flights f
       LEFT JOIN delivered d ON d.part = f.part AND d.flight = f.number
       LEFT JOIN sealed s ON s.part = f.part AND s.flight = f.number
     WHERE f.part = ? AND f.is_live = 1 ORDER BY f.number`,
  );
  const flights = live.map((row) => {
    const flight = flightOf(row);
    const sealed = row.summary === null ? null : summaryOf(textOf(row, 'summary'));
    if (sealed !== null)
      state.sealed.set(flight.number, { summary: sealed, instants: unpackInstants(bytesOf(row, 'instants')) });
    return { flight, delivered: numberOf(row, 'delivered'), sealed };
  });
  const failures = 'SELECT * FROM login_failures WHERE part = ? AND at >= ? ORDER BY at, id';
  return {
    flights,
    sessions: (await read('SELECT * FROM sessions WHERE part = ?')).map(sessionOf),
    loginFailures: (await read(failures, now - failuresKeptMs)).map(loginFailureOf),
  };
}

const namedText = (row: MysqlRow) => ({ id: numberOf(row, 'id'), text: textOf(row, 'text') });
const named = (row: MysqlRow) => [textOf(row, 'name'), numberOf(row, 'number')] as const;
