import type { MysqlValue } from '../../lib/mysql.ts';
import type { PageRequest } from '../../tracking/desk-model.ts';

/** A part of a WHERE clause, with its values. */
export type Condition = readonly [sql: string, ...values: MysqlValue[]];

/** All of them, joined. */
export function joined(conditions: readonly Condition[]): { readonly sql: string; readonly values: MysqlValue[] } {
  return {
    sql: conditions.map(([sql]) => `(${sql})`).join(' AND '),
    values: conditions.flatMap(([, ...values]) => values),
  };
}

/** The values of `LIMIT ? OFFSET ?`: as text, because the driver sends numbers as floating point, which MySQL 8 does not take there. */
export function limitsOf({ page, perPage }: PageRequest): readonly [string, string] {
  return [String(perPage), String((page - 1) * perPage)];
}
