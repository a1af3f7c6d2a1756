import { toCsv } from '../csv.ts';
import type { ListOptions, ListQuery } from './list.ts';

/** Columns of a list's CSV file, in order. */
export type Columns<T> = Readonly<Record<string, (item: T) => string | number | null>>;

/** Items that are formatted in one turn of the event loop: some milliseconds. */
const inOneTurn = 200;

/** Yields a CSV file with a line for each of the items that are read. @param read - returns nothing for what was removed meanwhile */
export async function* csvOf<Key, T>(
  keys: readonly Key[],
  columns: Columns<T>,
  read: (key: Key) => readonly T[],
): AsyncGenerator<string> {
  const style = { isExcel: false };
  yield toCsv([Object.keys(columns)], style);
  for (let at = 0; at < keys.length; at += inOneTurn) {
    await new Promise((resolve) => setImmediate(resolve));
    const rows = keys
      .slice(at, at + inOneTurn)
      .flatMap(read)
      .map((item) => Object.values(columns).map((cellOf) => String(cellOf(item) ?? '')));
    if (rows.length > 0) yield toCsv(rows, style);
  }
}

/** An instant in a file: `2024-06-01T10:00:00.000Z`. */
export const instant = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** Says in the audit log what was exported: `12 rows; search "zürich"; state accepted`. */
export function exportDetail(rows: number, { search, filters }: ListQuery, options: ListOptions): string {
  const set = Object.keys(options.filters ?? {}).flatMap((name) =>
    filters[name] === undefined ? [] : [`${name} ${filters[name]}`],
  );
  return [`${rows} rows`, ...(search === '' ? [] : [`search "${search}"`]), ...set].join('; ');
}
