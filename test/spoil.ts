import { readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** Overwrites the first page of a table, or of an index, in a file that nobody uses: as a disk that returns other bytes than were written. */
export function spoilPageOf(file: string, table: string): void {
  const { rootpage, size } = placeOf(file, table);
  const bytes = readFileSync(file);
  bytes.fill(0x5a, (rootpage - 1) * size, rootpage * size);
  writeFileSync(file, bytes);
}

/** Flips some bytes of what a column holds in one row. @param sql - returns the text or the bytes that are there */
export function spoilValue(file: string, sql: string): void {
  const value = Buffer.from(readOne(file, sql));
  const bytes = readFileSync(file);
  const part = value.subarray(0, 60);
  const at = bytes.indexOf(part);
  if (at < 0) throw new Error('the value is not in the file as it is');
  for (let count = 0; count < 10; count += 1) {
    const place = at + 20 + count * 3;
    bytes[place] = (bytes[place] ?? 0) ^ 0x15;
  }
  writeFileSync(file, bytes);
}

function placeOf(file: string, table: string): { readonly rootpage: number; readonly size: number } {
  using database = new DatabaseSync(file);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const root = database.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(table);
  const page = database.prepare('PRAGMA page_size').get();
  if (root === undefined || page === undefined) throw new Error(`${file} has no table ${table}`);
  return { rootpage: Number(root.rootpage), size: Number(page.page_size) };
}

function readOne(file: string, sql: string): string | Uint8Array {
  using database = new DatabaseSync(file);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const [value] = Object.values(database.prepare(sql).get() ?? {});
  if (typeof value !== 'string' && !(value instanceof Uint8Array)) throw new Error('there is no such value');
  return value;
}
