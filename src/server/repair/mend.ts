import type { DatabaseSync } from 'node:sqlite';
import { findDamagedRows } from '../../journal/find-damage.ts';
import { repairJournal } from '../../journal/repair/repair-journal.ts';
import { findDamage, findDangling } from '../../lib/database-check.ts';
import { setDataVersion } from '../../lib/migrations.ts';
import type { Key } from '../../lib/readable-rows.ts';
import { type Copy, type SalvagedTable, salvage } from '../../lib/salvage.ts';
import { wayOf } from '../../tracking/figures/arrival.ts';
import { type Flight, flightName } from '../../tracking/model.ts';

/** What became of a damaged database. */
export interface Mended {
  /** Rows that were whole. */
  readonly kept: number;
  /** What was put back, and from where; a line each. */
  readonly taken: readonly string[];
  /** What is lost, as far as it can be named; a line each. */
  readonly lost: readonly string[];
}

interface Needs {
  readonly from: DatabaseSync;
  readonly to: DatabaseSync;
  readonly schemas: readonly DatabaseSync[];
  readonly copies: readonly Copy[];
  readonly version: number;
}

/** Makes a whole journal of a damaged one. */
export async function mendJournal(needs: Needs): Promise<Mended> {
  const { tables, flights, tracks } = await repairJournal(needs);
  requireWhole(findDamagedRows(locationOf(needs.to)).length === 0);
  const ofTracks = new Set(['chunks', 'sealed', 'reports', 'flights', 'flight_pireps']);
  const others = tables.filter(({ table }) => !ofTracks.has(table));
  const names = new Set(flights.map(({ flight }) => flight.number));
  const gone = (tables.find(({ table }) => table === 'flights')?.lost ?? []).filter(
    ({ key }) => !names.has(Number(key[0])),
  );
  return {
    kept: tables.reduce((sum, { kept }) => sum + kept, 0),
    taken: [
      ...others.flatMap(takenOf),
      ...flights.map(({ flight, from }) => `${labelOf(flight)}: from ${from}`),
      ...tracks
        .filter(({ taken }) => taken > 0)
        .map(({ flight, taken }) => `${labelOf(flight)}: ${taken} reports from backups`),
    ],
    lost: [
      ...others.flatMap(lostOf),
      ...gone.map(({ key }) => `flights ${key.join('/')}`),
      ...tracks
        .filter(({ lost }) => lost !== 0)
        .map(({ flight, lost }) => `${labelOf(flight)}: ${lost === null ? 'some' : lost} reports`),
    ],
  };
}

/** Makes a whole database of a damaged one, whose rows have no checksums: what can be read counts as it is. */
export async function mendDatabase({ version, ...needs }: Needs): Promise<Mended> {
  const tables = salvage({ ...needs, unfilled: new Set(), isSound: () => true });
  setDataVersion(needs.to, version);
  requireWhole(findDamage(locationOf(needs.to)) === null);
  const byTable = Map.groupBy(
    findDangling(needs.to),
    ({ table, parent }) => `${table} refer to ${parent} that are lost`,
  );
  return {
    kept: tables.reduce((sum, { kept }) => sum + kept, 0),
    taken: tables.flatMap(takenOf),
    lost: [...tables.flatMap(lostOf), ...[...byTable].map(([what, rows]) => `${rows.length} rows of ${what}`)],
  };
}

function locationOf(database: DatabaseSync): string {
  return database.location() ?? '';
}

function requireWhole(isWhole: boolean): void {
  if (!isWhole) throw new Error('what was repaired is damaged: the disk returns other bytes than were written');
}

const takenOf = ({ table, taken }: SalvagedTable): readonly string[] =>
  [...taken].map(([name, count]) => `${table}: ${count} rows from ${name}`);

/** A row in a gap that is newer than every backup leaves no name. */
function lostOf({ table, taken, lost, gaps }: SalvagedTable): readonly string[] {
  const nameOf = (key: Key | null) => key?.join('/') ?? '…';
  const beyond = taken.size > 0 ? ', unless they were put back' : '';
  return [
    ...lost.map(({ key }) => `${table} ${nameOf(key)}`),
    ...gaps.map(({ after, before }) => `${table}: any rows between ${nameOf(after)} and ${nameOf(before)}${beyond}`),
  ];
}

function labelOf(flight: Flight): string {
  const { plan, pilot, startedAt } = flight;
  const day = new Date(startedAt).toISOString().slice(0, 10);
  return `flight ${flightName(plan)} ${wayOf(flight, '-')} of ${pilot.ident}, ${day}`;
}
