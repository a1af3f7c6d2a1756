import type { DatabaseSync } from 'node:sqlite';
import { migrate } from '../../lib/migrations.ts';
import { type Copy, type Salvage, type SalvagedTable, salvage } from '../../lib/salvage.ts';
import { inTransaction } from '../../lib/sqlite.ts';
import { CheckedRows } from '../checked-rows.ts';
import { decodeAny } from '../find-damage.ts';
import { migrations } from '../migrations/list.ts';
import { highestNumbers, readNumbering, writeNumbering } from '../numbering.ts';
import { type SummedTableName, summedTables } from '../summed-tables.ts';
import { type FlightFound, mendFlights } from './mend-flights.ts';
import { flightsOfLost, type MendedTrack, mendTracks } from './mend-tracks.ts';

export interface RepairedJournal {
  readonly tables: readonly SalvagedTable[];
  readonly flights: readonly FlightFound[];
  readonly tracks: readonly MendedTrack[];
}

/** Numbers that rows may have had which are lost, and whose names may be elsewhere. */
const spareNumbers = 1_000_000;
/**
 * What is lost of these is put together again, flight by flight; who is signed in, and who was not let in, is not taken from a
 * copy: a session may have been ended since.
 */
const unfilled = new Set(['flights', 'flight_pireps', 'chunks', 'sealed', 'reports', 'sessions', 'login_failures']);

/**
 * Makes a whole journal of a damaged one and of copies: rows whose checksum is wrong are taken from the newest copy that has them,
 * tracks are completed report by report. Numbers are never given out again.
 */
export async function repairJournal(
  needs: Pick<Salvage, 'from' | 'to' | 'schemas'> & { readonly copies: readonly Copy[]; readonly version: number },
): Promise<RepairedJournal> {
  const { to, copies, version } = needs;
  const checks = new Map<DatabaseSync, CheckedRows>();
  const checkOf = (database: DatabaseSync) => {
    const rows = checks.get(database) ?? new CheckedRows(database, () => undefined);
    checks.set(database, rows);
    return rows;
  };
  const tables = salvage({
    ...needs,
    unfilled,
    isSound(database, table, { key, row }) {
      if (!Object.hasOwn(summedTables, table)) return true;
      return decodeAny(table as SummedTableName, { rowid: Number(key[0]), ...row }, checkOf(database)) !== null;
    },
  });
  to.exec(`PRAGMA user_version = ${version}`);
  // No copy is made of what was made just now.
  await migrate(to, migrations, { file: ':memory:', what: 'journal' });
  return inTransaction(to, () => {
    keepTextNumbers(to, tables);
    const flights = mendFlights(to, copies, tableOf(tables, 'flights'));
    const tracks = mendTracks(to, copies, flightsOfLost(to, tables));
    to.exec(`UPDATE flights SET is_live = state IN ('starting', 'open', 'suspended', 'filing') OR has_intent OR
      coalesce((SELECT last_number FROM sealed WHERE flight = flights.number), 0) >
      coalesce((SELECT number FROM delivered WHERE flight = flights.number), 0)`);
    keepNumbers(to);
    return { tables, flights, tracks };
  });
}

const tableOf = (tables: readonly SalvagedTable[], name: string) => tables.find(({ table }) => table === name);

/** A position that says a text which is lost must not say another one. */
function keepTextNumbers(to: DatabaseSync, tables: readonly SalvagedTable[]): void {
  const texts = tableOf(tables, 'texts');
  if (texts === undefined || (texts.gaps.length === 0 && texts.lost.length === 0)) return;
  const highest = Number(to.prepare('SELECT max(id) AS id FROM texts').get()?.id ?? 0);
  const lost = Math.max(0, ...texts.lost.map(({ key }) => Number(key[0])));
  const id = Math.max(highest, lost) + 1_000;
  to.prepare('INSERT INTO texts (id, text) VALUES (?, ?)').run(id, `lost before ${id}`);
}

function keepNumbers(to: DatabaseSync): void {
  const { report, flight } = highestNumbers(to);
  const known = readNumbering(to);
  const sealed = Number(to.prepare('SELECT max(last_number) AS number FROM sealed').get()?.number ?? 0);
  writeNumbering(to, {
    report: Math.max(known.report, report + spareNumbers, sealed + spareNumbers),
    flight: Math.max(known.flight, flight + 1_000),
  });
  const cursor = Number(to.prepare('SELECT max(number) AS number FROM cursors').get()?.number ?? 0);
  const row = to.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'changes'").get();
  const next = Math.max(Number(row?.seq ?? 0), cursor) + 1_000;
  to.prepare("DELETE FROM sqlite_sequence WHERE name = 'changes'").run();
  to.prepare("INSERT INTO sqlite_sequence (name, seq) VALUES ('changes', ?)").run(next);
}
