import type { MysqlSession, MysqlValue } from '../../lib/mysql.ts';
import { fitNumber } from '../site/fit-number.ts';
import { type Column, quoteName, type Table } from './tables.ts';
import { fitText } from './text.ts';

/** SQL in the place of a value: `NOW()`, with its own placeholders. */
export interface Expression {
  readonly sql: string;
  readonly values: readonly MysqlValue[];
}

export type ColumnValues = Readonly<Record<string, MysqlValue | Expression>>;

export function expression(sql: string, ...values: readonly MysqlValue[]): Expression {
  return { sql, values };
}

/** The database's own clock: platforms compare with it, and its time zone may differ from the server's. */
export const now: Expression = expression('NOW()');

/**
 * An INSERT that any `sql_mode` accepts: columns that this fork lacks are left out, columns that it requires and we do not
 * know (`bids.aircraftid` of a booking add-on, a fork's own ones) get the empty value of their type, texts and numbers are
 * made to fit. All rows name the same columns.
 */
export async function completeInsert(
  session: MysqlSession,
  table: Table,
  rows: readonly ColumnValues[],
): Promise<Expression> {
  const given = rows[0] ?? {};
  const columns = [...table.columns.values()].filter((column) => column.name in given || column.isDemanded);
  const expressions: Expression[] = [];
  const lists: string[] = [];
  for (const row of rows) {
    const list: Expression[] = [];
    for (const column of columns) list.push(await valueFor(session, column, row));
    expressions.push(...list);
    lists.push(`(${list.map(({ sql }) => sql).join(', ')})`);
  }
  return {
    sql: `INSERT INTO ${table.quoted} (${columns.map((column) => quoteName(column.name)).join(', ')})
      VALUES ${lists.join(', ')}`,
    values: expressions.flatMap((each) => each.values),
  };
}

async function valueFor(session: MysqlSession, column: Column, values: ColumnValues): Promise<Expression> {
  const value = values[column.name];
  if (value === undefined || (value === null && column.isDemanded)) return expression('?', emptyValue(column));
  if (typeof value === 'object' && value !== null) return value;
  if (typeof value === 'number') return expression('?', fitNumber(value, column));
  return expression(
    '?',
    typeof value === 'string' && column.charset !== null ? await fitText(session, column, value) : value,
  );
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
