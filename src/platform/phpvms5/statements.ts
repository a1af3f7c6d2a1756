import type { MysqlValue } from '../../lib/mysql.ts';
import { type Column, quoteName, type Table } from './tables.ts';

/** SQL in the place of a value: `NOW()`, with its own placeholders. */
export interface Expression {
  readonly sql: string;
  readonly values: readonly MysqlValue[];
}

export type ColumnValues = Readonly<Record<string, MysqlValue | Expression>>;

export function expression(sql: string, ...values: readonly MysqlValue[]): Expression {
  return { sql, values };
}

/** The database's own clock: platforms compare with it, and it need not be in our time zone. */
export const now: Expression = expression('NOW()');

/**
 * An INSERT that any `sql_mode` accepts: columns that this fork lacks are left out, columns that it demands and we do not
 * know (`bids.aircraftid` of a booking add-on, a fork's own ones) get the empty value of their type, texts are cut to fit.
 * All rows name the same columns.
 */
export function completeInsert(table: Table, rows: readonly ColumnValues[]): Expression {
  const given = rows[0] ?? {};
  const columns = [...table.columns.values()].filter((column) => column.name in given || column.isDemanded);
  const expressions = rows.map((row) => columns.map((column) => valueFor(column, row)));
  const lists = expressions.map((list) => `(${list.map(({ sql }) => sql).join(', ')})`);
  return {
    sql: `INSERT INTO ${table.quoted} (${columns.map((column) => quoteName(column.name)).join(', ')})
      VALUES ${lists.join(', ')}`,
    values: expressions.flat().flatMap((each) => each.values),
  };
}

/** The SET of an UPDATE, of those columns that this fork has. */
export function assignments(table: Table, values: ColumnValues): Expression {
  const columns = [...table.columns.values()].filter((column) => column.name in values);
  const expressions = columns.map((column) => ({ column, ...valueFor(column, values) }));
  return {
    sql: expressions.map(({ column, sql }) => `${quoteName(column.name)} = ${sql}`).join(', '),
    values: expressions.flatMap((each) => each.values),
  };
}

function valueFor(column: Column, values: ColumnValues): Expression {
  const value = values[column.name];
  if (value === undefined || (value === null && column.isDemanded)) return expression('?', emptyValue(column));
  if (typeof value === 'object' && value !== null) return value;
  return expression('?', typeof value === 'string' ? cut(column, value) : value);
}

/** What a strict `sql_mode` takes for "nothing": a zero date is refused there (NO_ZERO_DATE). */
function emptyValue(column: Column): MysqlValue {
  if (column.firstChoice !== null) return column.firstChoice;
  if (column.type === 'date') return '1970-01-02';
  if (column.type === 'datetime' || column.type === 'timestamp') return '1970-01-02 00:00:01';
  if (column.type === 'time') return '00:00:00';
  if (column.type === 'year') return 1970;
  return column.maxBytes === null ? 0 : '';
}

/** Under a strict `sql_mode` a text that is too long is an error, elsewhere it is cut: we cut. */
export function cut(column: Column, text: string): string {
  if (column.maxLength === null || text.length <= column.maxLength) return text;
  return [...text].slice(0, column.maxLength).join('');
}
