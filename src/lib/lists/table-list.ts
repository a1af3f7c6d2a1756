import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { numberOf, type Row, textOf } from '../row.ts';
import {
  firstOf,
  isFound,
  type ListFilter,
  type ListPage,
  type ListQuery,
  pageSize,
  readQuery,
  toPage,
} from './list.ts';

/** How a list is read from tables: pieces of SQL, in which nothing of a request stands. */
export interface TableList {
  /** Column that identifies a row: `p.id`. */
  readonly key: string;
  /** The tables, after FROM, and which rows are in the list at all. */
  readonly from: string;
  readonly where: string;
  /** Values of the parameters of `where`; none when it is left out. */
  readonly values?: readonly string[];
  /** Expressions that are searched. */
  readonly words: readonly string[];
  /** By their name in the URL, each with a condition that has one parameter: the value. */
  readonly filters: Readonly<Record<string, ListFilter & { readonly sql: string }>>;
  /** By their name in the URL, each with what follows ORDER BY; the first one is the default. */
  readonly sorts: Readonly<Record<string, { readonly title: string; readonly sql: string }>>;
}

export type ReadRows = (sql: string, ...values: SQLInputValue[]) => readonly Row[];

/** Adds the function with which `tablePage` searches, by the rule of `listPage`, in letters of every language. */
export function addListFunctions(database: DatabaseSync): void {
  database.function('list_matches', { deterministic: true }, (search, text) =>
    isFound(String(search), [String(text)]) ? 1 : 0,
  );
}

/** Returns the requested page, or the last one if the number is too high. @param read - returns the item with this key */
export function tablePage<T>(rows: ReadRows, list: TableList, query: unknown, read: (key: string) => T): ListPage<T> {
  const asked = readQuery(query, list);
  const total = countOf(rows, list, { where: list.where, values: list.values ?? [] });
  const condition = conditionOf(list, asked);
  // A search looks at every row: it is made once, and a page is cut out of what it found.
  const keys = asked.search === '' ? null : keysOf(rows, list, asked, everything);
  const found = keys?.length ?? (condition.where === list.where ? total : countOf(rows, list, condition));
  const first = firstOf(asked, found);
  const shown = keys?.slice(first, first + pageSize) ?? keysOf(rows, list, asked, { limit: pageSize, offset: first });
  return toPage(asked, list, { items: shown.map(read), found, total });
}

/** Returns the keys of every row that matches the query, in its order. */
export function tableKeys(rows: ReadRows, list: TableList, query: unknown): readonly string[] {
  return keysOf(rows, list, readQuery(query, list), everything);
}

const everything = { limit: -1, offset: 0 };

function keysOf(
  rows: ReadRows,
  list: TableList,
  asked: ListQuery,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): readonly string[] {
  const { where, values } = conditionOf(list, asked);
  const { key, from, sorts } = list;
  const order = [sorts[asked.sort]?.sql ?? [], key].flat().join(', ');
  const sql = `SELECT ${key} AS id FROM ${from} WHERE ${where} ORDER BY ${order} LIMIT ? OFFSET ?`;
  return rows(sql, ...values, limit, offset).map((row) => textOf(row, 'id'));
}

function countOf(rows: ReadRows, { from }: TableList, { where, values }: Condition): number {
  const [row] = rows(`SELECT count(*) AS count FROM ${from} WHERE ${where}`, ...values);
  return row === undefined ? 0 : numberOf(row, 'count');
}

interface Condition {
  readonly where: string;
  readonly values: readonly string[];
}

function conditionOf(list: TableList, { search, filters }: ListQuery): Condition {
  const set = Object.entries(filters).flatMap(([name, value]) => {
    const sql = list.filters[name]?.sql;
    return sql === undefined ? [] : [{ sql, value }];
  });
  const conditions = [list.where, ...set.map(({ sql }) => sql)];
  const values = [...(list.values ?? []), ...set.map(({ value }) => value)];
  if (search === '') return { where: conditions.join(' AND '), values };
  return {
    where: [...conditions, `list_matches(?, concat_ws(' ', ${list.words.join(', ')}))`].join(' AND '),
    values: [...values, search],
  };
}
