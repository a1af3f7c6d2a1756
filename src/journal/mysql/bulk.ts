import type { MysqlParameter, MysqlSession } from '../../lib/mysql.ts';

/** Maximum number of rows in one statement. */
const maxRows = 256;
/** Maximum size of the parameters of one statement, unless one row alone is larger. */
const maxBytes = 1024 * 1024;

/** What writes rows: `head (?, ?), (?, ?) tail`. */
export interface RowStatement {
  readonly head: string;
  readonly tail?: string;
  /** The values of a row; by default as many as it has. */
  readonly row?: string;
  /** For a table of which a commit has many rows: two statements, up to the maximum of one, for any number of them. */
  readonly isForMany?: boolean;
}

/** In the statements for many: below twice this each number of rows has its own, above it each multiple. */
const step = 64;

/** Writes rows with as few statements as possible. They have few different numbers of rows, so that a connection has few prepared ones. */
export async function writeRows(
  session: MysqlSession,
  statement: RowStatement,
  rows: readonly (readonly MysqlParameter[])[],
): Promise<void> {
  for (let from = 0; from < rows.length; ) {
    const fitting = nextCount(rows, from);
    const count = statement.isForMany ? stepBelow(fitting) : powerBelow(fitting);
    const part = rows.slice(from, from + count);
    await session.run(textOf(statement, part[0] ?? [], count), part.flat());
    from += count;
  }
}

function textOf({ head, tail = '', row }: RowStatement, values: readonly MysqlParameter[], count: number): string {
  const marks = row ?? `(${repeated('?', values.length)})`;
  return `${head} ${repeated(marks, count)} ${tail}`;
}

function nextCount(rows: readonly (readonly MysqlParameter[])[], from: number): number {
  let fitting = 0;
  for (let bytes = 0; fitting < maxRows && from + fitting < rows.length; fitting++) {
    bytes += (rows[from + fitting] ?? []).reduce<number>((sum, value) => sum + sizeOf(value), 0);
    if (bytes > maxBytes && fitting > 0) break;
  }
  return fitting;
}

function sizeOf(value: MysqlParameter): number {
  if (value === null || typeof value === 'number') return 8;
  return typeof value === 'string' ? value.length * 3 : value.length;
}

/** Returns the greatest power of two that is not above `count`; 1 for 0. */
function powerBelow(count: number): number {
  return 2 ** Math.floor(Math.log2(Math.max(1, count)));
}

/** Returns the greatest number of rows of a statement for many that is not above `count`. */
function stepBelow(count: number): number {
  return count < 2 * step ? count : count - (count % step);
}

/**
 * Runs a statement for many keys at once: `sql` is made for `count` keys, which are repeated up to a power of two. Only for
 * statements to which a key that is there twice makes no difference.
 */
export async function forKeys<T>(
  keys: readonly (readonly MysqlParameter[])[],
  run: (count: number, values: readonly MysqlParameter[]) => Promise<T>,
): Promise<readonly T[]> {
  const results: T[] = [];
  for (let from = 0; from < keys.length; from += maxRows) {
    const part = keys.slice(from, from + maxRows);
    const last = part.at(-1) ?? [];
    const wanted = 2 ** Math.ceil(Math.log2(part.length));
    const padded = [...part, ...Array.from({ length: wanted - part.length }, () => last)];
    results.push(await run(wanted, padded.flat()));
  }
  return results;
}

/** Returns `text` as often as wanted, joined. */
export function repeated(text: string, count: number, separator = ', '): string {
  return Array.from({ length: count }, () => text).join(separator);
}
