import type { DatabaseSync } from 'node:sqlite';
import { type Gap, type Key, type ReadableRow, readableRows } from './readable-rows.ts';
import { damageIn, inTransaction } from './sqlite.ts';
import { TableWriter } from './table-writer.ts';

/** A whole copy of a database, as it was at another time. */
export interface Copy {
  /** As the operator knows it. */
  readonly name: string;
  readonly database: DatabaseSync;
}

export interface Salvage {
  /** The damaged database; only read. */
  readonly from: DatabaseSync;
  /** An empty database. */
  readonly to: DatabaseSync;
  /** What the tables are made of, best first: an empty one, a whole copy, the damaged one itself. */
  readonly schemas: readonly DatabaseSync[];
  /** From which lost rows are taken; the newest first. */
  readonly copies: readonly Copy[];
  /** Whether a row that could be read is as it was written. */
  isSound(database: DatabaseSync, table: string, row: ReadableRow): boolean;
  /** Tables whose lost rows are not taken from copies. */
  readonly unfilled: ReadonlySet<string>;
}

/** What became of one table. */
export interface SalvagedTable {
  readonly table: string;
  readonly kept: number;
  /** Rows taken from each copy, by its name. */
  readonly taken: ReadonlyMap<string, number>;
  /** Rows that could be read, are not as they were written, and are in no copy. */
  readonly lost: readonly ReadableRow[];
  /** Between these keys any number of rows may be lost. */
  readonly gaps: readonly Gap[];
}

/**
 * Makes a whole database of what can be read of a damaged one, and of copies. Triggers and indexes are made again.
 * @throws an error of damage where nothing says what its tables are
 */
export function salvage(needs: Salvage): readonly SalvagedTable[] {
  const { to } = needs;
  const parts = readSchema(needs.schemas);
  to.exec('PRAGMA foreign_keys = OFF');
  return inTransaction(to, () => {
    const [tables, others] = [
      parts.filter(({ type }) => type === 'table'),
      parts.filter(({ type }) => type !== 'table'),
    ];
    for (const { sql } of tables) to.exec(sql);
    const salvaged = tables.map(({ name }) => salvageTable(needs, name));
    salvageSequences(
      needs,
      tables.map(({ name }) => name),
    );
    for (const { sql } of others) to.exec(sql);
    return salvaged;
  });
}

interface SchemaPart {
  readonly type: string;
  readonly name: string;
  readonly sql: string;
}

/** Whether something says what is in this database. */
export function hasTables(database: DatabaseSync): boolean {
  try {
    return database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() !== undefined;
  } catch (error) {
    if (damageIn(error) === null) throw error;
    return false;
  }
}

function readSchema(schemas: readonly DatabaseSync[]): readonly SchemaPart[] {
  const sql = `SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'
    ORDER BY type <> 'table', rowid`;
  let last: unknown;
  for (const schema of schemas)
    try {
      const parts = schema.prepare(sql).all() as unknown as readonly SchemaPart[];
      if (parts.length > 0) return parts;
    } catch (error) {
      if (damageIn(error) === null) throw error;
      last = error;
    }
  throw last ?? new Error('a database without tables');
}

function salvageTable(needs: Salvage, table: string): SalvagedTable {
  const { from, isSound, unfilled, copies } = needs;
  const writer = new TableWriter(needs.to, table);
  const gaps: Gap[] = [];
  const lost = new Map<string, ReadableRow>();
  for (const read of orNothing(from, table, (gap) => gaps.push(gap)))
    if (!isSound(from, table, read) || !writer.add(read)) lost.set(JSON.stringify(read.key), read);
  const kept = writer.count;
  const taken = new Map<string, number>();
  for (const { name, database } of unfilled.has(table) ? [] : copies) {
    if (lost.size === 0 && gaps.length === 0) break;
    const before = writer.count;
    for (const read of orNothing(database, table, () => undefined)) {
      const key = JSON.stringify(read.key);
      const isMissing = lost.has(key) || gaps.some((gap) => isIn(gap, read.key));
      if (isMissing && isSound(database, table, read) && writer.add(read)) lost.delete(key);
    }
    if (writer.count > before) taken.set(name, writer.count - before);
  }
  return { table, kept, taken, lost: [...lost.values()], gaps };
}

/** A table that cannot even be found is one gap. */
function* orNothing(database: DatabaseSync, table: string, onGap: (gap: Gap) => void): Generator<ReadableRow> {
  try {
    yield* readableRows(database, table, onGap);
  } catch (error) {
    onGap({ after: null, before: null, reason: requireLost(error) });
  }
}

export function isIn({ after, before }: Gap, key: Key): boolean {
  return (after === null || isAfter(key, after)) && (before === null || isAfter(before, key));
}

/** Returns why a table cannot be read: it is damaged, or the list of tables is. @throws every other error */
function requireLost(error: unknown): string {
  if (!(error instanceof Error)) throw error;
  if (damageIn(error) === null && !error.message.startsWith('no such table')) throw error;
  return error.message;
}

/** In the order of the table: texts are compared as they are written. */
function isAfter(one: Key, other: Key): boolean {
  for (const [index, value] of one.entries()) {
    const against = other[index];
    if (against === undefined || value === against) continue;
    return typeof value === 'number' && typeof against === 'number' ? value > against : String(value) > String(against);
  }
  return false;
}

/** Numbers that were given out once are not given out again. */
function salvageSequences({ from, to, copies }: Salvage, tables: readonly string[]): void {
  if (to.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_sequence'").get() === undefined) return;
  const read = (database: DatabaseSync, table: string): number => {
    try {
      const row = database.prepare('SELECT seq FROM sqlite_sequence WHERE name = ?').get(table);
      return Number(row?.seq ?? 0);
    } catch (error) {
      requireLost(error);
      return 0;
    }
  };
  for (const table of tables) {
    const known = read(to, table);
    const highest = Math.max(known, read(from, table), ...copies.map(({ database }) => read(database, table)));
    if (highest === known) continue;
    to.prepare('DELETE FROM sqlite_sequence WHERE name = ?').run(table);
    to.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(table, highest);
  }
}
