import type { DatabaseSync } from 'node:sqlite';
import { numberOf, type Row } from '../../lib/row.ts';
import { type Copy, isIn, type SalvagedTable } from '../../lib/salvage.ts';
import type { Flight } from '../../tracking/model.ts';
import { CheckedRows } from '../checked-rows.ts';
import { flightOf, toFlightRow } from '../rows.ts';
import { prepareInsert } from '../summed-tables.ts';
import { readable } from './readable.ts';

/** Where the document of a flight was taken from: a copy, or the log of changes. */
export interface FlightFound {
  readonly flight: Flight;
  readonly from: string;
}

/**
 * Puts back documents of flights that were lost: as the newest change of the flight has it, else as the newest copy. Then the names
 * of all PIREPs are made again of the documents.
 * @param to - a journal whose rows are whole
 */
export function mendFlights(
  to: DatabaseSync,
  copies: readonly Copy[],
  table: SalvagedTable | undefined,
): readonly FlightFound[] {
  const insert = prepareInsert(to, 'flights', 'INSERT OR IGNORE');
  const found = lostNumbers(to, copies, table).flatMap((number) => find(to, copies, number) ?? []);
  for (const { flight } of found) {
    const { number, id, pilotId, state, hasIntent, endedAt, document } = toFlightRow(flight);
    insert(number, id, pilotId, state, hasIntent ? 1 : 0, endedAt, document);
  }
  namePireps(to);
  return found;
}

function lostNumbers(to: DatabaseSync, copies: readonly Copy[], table: SalvagedTable | undefined): readonly number[] {
  const { lost = [], gaps = [] } = table ?? {};
  const numbers = new Set(lost.map(({ key }) => Number(key[0])));
  for (const { database } of gaps.length === 0 ? [] : copies)
    for (const row of readable(() => database.prepare('SELECT number FROM flights').all())) {
      const number = numberOf(row, 'number');
      if (gaps.some((gap) => isIn(gap, [number]))) numbers.add(number);
    }
  // A flight that was deleted on purpose has none of these either.
  for (const other of ['changes', 'chunks', 'sealed'])
    for (const row of to.prepare(`SELECT DISTINCT flight FROM ${other}`).all()) numbers.add(numberOf(row, 'flight'));
  const known = to.prepare('SELECT 1 FROM flights WHERE number = ?');
  return [...numbers].filter((number) => known.get(number) === undefined).sort((one, other) => one - other);
}

function find(to: DatabaseSync, copies: readonly Copy[], number: number): FlightFound | null {
  const change = 'SELECT * FROM changes WHERE flight = ? ORDER BY number DESC LIMIT 1';
  const flight = decode(to, 'changes', to.prepare(change).all(number));
  if (flight !== null) return { flight, from: 'the log of changes' };
  for (const { name, database } of copies) {
    const rows = readable(() => database.prepare('SELECT * FROM flights WHERE number = ?').all(number));
    const copied = decode(database, 'flights', rows);
    if (copied !== null) return { flight: copied, from: name };
  }
  return null;
}

function decode(database: DatabaseSync, table: 'changes' | 'flights', [row]: readonly Row[]): Flight | null {
  return row === undefined ? null : new CheckedRows(database, () => undefined).read(table, row, flightOf);
}

function namePireps(to: DatabaseSync): void {
  const insert = prepareInsert(to, 'flight_pireps', 'INSERT OR IGNORE');
  to.exec('DELETE FROM flight_pireps');
  for (const row of to.prepare('SELECT document FROM flights').iterate()) {
    const { number, pirepIds } = toFlightRow(flightOf(row));
    for (const pirepId of pirepIds) insert(pirepId, number);
  }
}
