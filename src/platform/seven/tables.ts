import { numberOf, type Row } from '../../lib/row.ts';
import type { Page, PageRequest } from '../../tracking/desk-model.ts';

export type SqlValue = string | number | null;

/**
 * The tables of version 7, wherever they are: those of a site, or of the embedded crew center. In statements `{users}` stands
 * for a table, and `{?b.bids.aircraft_id}` for the column `b.aircraft_id`, or NULL where the release has none. Both databases
 * understand them.
 */
export interface Tables {
  rows(sql: string, values?: readonly SqlValue[]): Promise<readonly Row[]>;
}

/** A part of a WHERE clause, with its values. */
export type Condition = readonly [sql: string, ...values: SqlValue[]];

/** All of them, joined; null stands for no condition. */
export function joined(conditions: readonly (Condition | null)[]): {
  readonly sql: string;
  readonly values: readonly SqlValue[];
} {
  const all = conditions.filter((each) => each !== null);
  return { sql: all.map(([sql]) => `(${sql})`).join(' AND '), values: all.flatMap(([, ...values]) => values) };
}

/** The values of `LIMIT ? OFFSET ?`: as text, because MySQL 8 takes no floating-point number there, which is what the driver sends. */
export function limitsOf({ page, perPage }: PageRequest): readonly [string, string] {
  return [String(perPage), String((page - 1) * perPage)];
}

/** One page of items. @param count - what `SELECT COUNT(*) AS total` found */
export function pageOf<T>({ page, perPage }: PageRequest, items: readonly T[], [count]: readonly Row[]): Page<T> {
  return { items, page, perPage, total: count === undefined ? 0 : numberOf(count, 'total') };
}
