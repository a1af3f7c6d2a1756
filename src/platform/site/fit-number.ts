import { table } from '../../lib/table.ts';

/** What a column says of the numbers that it holds. */
export interface NumberColumn {
  /** `int`, `smallint`, `decimal`, `float` … in lower case. */
  readonly type: string;
  readonly isUnsigned: boolean;
  /** Digits before and after the point of a DECIMAL. */
  readonly digits: { readonly whole: number; readonly fraction: number } | null;
}

const integerBits = table<number>({ tinyint: 8, smallint: 16, mediumint: 24, int: 32, bigint: 53 });

/** The number as this column can hold it: rounded, and held at its bounds. Null stays null. */
export function fitNumber(value: number | null, column: NumberColumn | undefined): number | null {
  if (value === null || !Number.isFinite(value)) return null;
  if (column === undefined) return value;
  const { type, isUnsigned, digits } = column;
  const bits = integerBits[type];
  if (bits !== undefined)
    return hold(Math.round(value), isUnsigned ? 0 : -(2 ** (bits - 1)), 2 ** (isUnsigned ? bits : bits - 1) - 1);
  if (digits === null) return isUnsigned ? Math.max(0, value) : value;
  const step = 10 ** digits.fraction;
  const most = 10 ** digits.whole - 1 / step;
  return hold(Math.round(value * step) / step, isUnsigned ? 0 : -most, most);
}

function hold(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
