/** A row as a database driver gives it, before anything is known of its columns. */
export type Row = Readonly<Record<string, unknown>>;

/** Thrown when a column does not hold what the code reading it relies on: a bug, or a database changed by hand. */
export class RowError extends Error {
  override readonly name = 'RowError';
}

/** The text of a column that is never null; a number is taken as its digits. */
export function textOf(row: Row, column: string): string {
  const text = textOrNull(row, column);
  if (text === null) throw new RowError(`column ${column} is null, a text was expected`);
  return text;
}

export function textOrNull(row: Row, column: string): string | null {
  const value = row[column];
  if (value === null) return null;
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  throw new RowError(`column ${column} is ${typeof value}, a text was expected`);
}

/** The number of a column that is never null; decimal text (as MySQL drivers give decimals) is read. */
export function numberOf(row: Row, column: string): number {
  const number = numberOrNull(row, column);
  if (number === null) throw new RowError(`column ${column} is null, a number was expected`);
  return number;
}

export function numberOrNull(row: Row, column: string): number | null {
  const value = row[column];
  if (value === null) return null;
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number === 'bigint') return Number(number);
  if (typeof number === 'number' && Number.isFinite(number)) return number;
  throw new RowError(`column ${column} is ${JSON.stringify(value) ?? typeof value}, a number was expected`);
}

/** 0 and null are false. */
export function flagOf(row: Row, column: string): boolean {
  return (numberOrNull(row, column) ?? 0) !== 0;
}
