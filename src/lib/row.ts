/** A row of a database driver, before its columns are checked. */
export type Row = Readonly<Record<string, unknown>>;

/** Thrown when a column has an unexpected value: a bug, or a database changed by hand. */
export class RowError extends Error {
  override readonly name = 'RowError';
}

/** Returns the text of a column that is never null; a number is converted to text. */
export function textOf(row: Row, column: string): string {
  const text = textOrNull(row, column);
  if (text === null) throw new RowError(`column ${column} is null, expected text`);
  return text;
}

export function textOrNull(row: Row, column: string): string | null {
  const value = row[column];
  if (value === null) return null;
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  throw new RowError(`column ${column} is ${typeof value}, expected text`);
}

/** Returns the number of a column that is never null; decimal text (from MySQL drivers) is parsed. */
export function numberOf(row: Row, column: string): number {
  const number = numberOrNull(row, column);
  if (number === null) throw new RowError(`column ${column} is null, expected a number`);
  return number;
}

export function numberOrNull(row: Row, column: string): number | null {
  const value = row[column];
  if (value === null) return null;
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number === 'bigint') return Number(number);
  if (typeof number === 'number' && Number.isFinite(number)) return number;
  throw new RowError(`column ${column} is ${JSON.stringify(value) ?? typeof value}, expected a number`);
}

/** Returns a boolean; 0 and null are false. */
export function flagOf(row: Row, column: string): boolean {
  return (numberOrNull(row, column) ?? 0) !== 0;
}
