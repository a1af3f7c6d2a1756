import type { DatabaseSync } from 'node:sqlite';
import { readableRows } from '../lib/readable-rows.ts';
import { type Row, textOf } from '../lib/row.ts';
import { damageIn, openSqlite } from '../lib/sqlite.ts';
import { CheckedRows } from './checked-rows.ts';
import { type DamagedRow, type NoteDamage, unreadable, wholeFile } from './damaged-row.ts';
import { auditEntryOf, flightOf, loginFailureOf, sessionOf } from './rows.ts';
import { type SummedTableName, summedTables } from './summed-tables.ts';

/** Rows that are named one by one; a file with more of them is damaged as a whole. */
const maxNamed = 1_000;

/**
 * Reads a whole file of a journal. Returns the rows that are not as they were written, and what SQLite says of the file; blocks
 * the thread for as long as that takes.
 */
export function findDamagedRows(file: string, open: typeof openSqlite = openSqlite): readonly DamagedRow[] {
  const found: DamagedRow[] = [];
  const note: NoteDamage = (row) => {
    if (found.length < maxNamed) found.push(row);
  };
  try {
    using database = open(file, { readOnly: true });
    for (const row of database.prepare('PRAGMA integrity_check(20)').all())
      if (row.integrity_check !== 'ok') note(wholeFile(String(row.integrity_check)));
    // Older journals lack some.
    const there = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    const names = new Set(there.map(({ name }) => name));
    const tables = Object.keys(summedTables) as SummedTableName[];
    for (const table of tables.filter((name) => names.has(name))) readWhole(database, table, note);
  } catch (error) {
    const damage = damageIn(error);
    if (damage === null) throw error;
    note(wholeFile(damage));
  }
  return found;
}

/** Reads every row of a table, and decodes it: rows of versions before there were sums have nothing else that shows damage. */
function readWhole(database: DatabaseSync, table: SummedTableName, note: NoteDamage): void {
  const rows = new CheckedRows(database, note);
  for (const { key, row } of readableRows(database, table, (gap) => note(unreadable(table, gap)))) {
    // As the statements of the reader have it.
    const [rowid] = key;
    decodeAny(table, { rowid: Number(rowid), ...row }, rows);
  }
}

/** Decodes a row, also one of an older version, which has fewer columns. Null is one that is damaged, which was noted. */
export function decodeAny(table: SummedTableName, row: Row, rows: CheckedRows): unknown {
  switch (table) {
    case 'reports':
      return rows.report(row);
    case 'chunks':
      return rows.chunk(row);
    case 'sealed':
      return rows.summary(row);
    case 'flights':
    case 'changes':
      return rows.read(table, row, flightOf);
    case 'sessions':
      return rows.read(table, row, (each) => sessionOf({ lifetime: 'normal', ...each }));
    case 'login_failures':
      return rows.read(table, row, (each) => loginFailureOf({ account: null, ...each }));
    case 'audit':
      return rows.read(table, row, auditEntryOf);
    case 'texts':
    case 'notes':
      return rows.read(table, row, (each) => textOf(each, 'text'));
    default:
      return rows.read(table, row, Object);
  }
}
