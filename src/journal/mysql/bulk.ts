import type { MysqlParameter, MysqlSession } from '../../lib/mysql.ts';

/** Maximum number of rows in one statement. */
const maxRows = 256;
/** Maximum size of the parameters of one statement, unless one row alone is larger. */
const maxBytes = 1024 * 1024;

/**
 * Writes rows with as few statements as possible: `head (?, ?), (?, ?) tail`. Their numbers of rows are powers of two, so that a
 * connection has few prepared statements.
 */
export async function writeRows(
  session: MysqlSession,
  { head, tail = '' }: { readonly head: string; readonly tail?: string },
  rows: readonly (readonly MysqlParameter[])[],
): Promise<void> {
  for (let from = 0; from < rows.length; ) {
    const count = nextCount(rows, from);
    const part = rows.slice(from, from + count);
    const marks = `(${(part[0] ?? []).map(() => '?').join(', ')})`;
    await session.run(`${head} ${part.map(() => marks).join(', ')} ${tail}`, part.flat());
    from += count;
  }
}

function nextCount(rows: readonly (readonly MysqlParameter[])[], from: number): number {
  let fitting = 0;
  for (let bytes = 0; fitting < maxRows && from + fitting < rows.length; fitting++) {
    bytes += (rows[from + fitting] ?? []).reduce<number>((sum, value) => sum + sizeOf(value), 0);
    if (bytes > maxBytes && fitting > 0) break;
  }
  return powerBelow(fitting);
}

function sizeOf(value: MysqlParameter): number {
  if (value === null || typeof value === 'number') return 8;
  return typeof value === 'string' ? value.length * 3 : value.length;
}

/** Returns the greatest power of two that is not above `count`; 1 for 0. */
function powerBelow(count: number): number {
  return 2 ** Math.floor(Math.log2(Math.max(1, count)));
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
