import { type Position, type PositionField, positionFields } from '../../report/position.ts';

/** The range of one simulator reading over the whole flight, as text: `−56.5 to 14 °C`. */
export interface Reading {
  readonly name: string;
  readonly text: string;
}

const units: Readonly<Record<string, string>> = { c: ' °C', deg: '°', kt: ' kt', g: ' g' };

/** Returns the range of every reported field that the table marks as a reading; for a flag, how often it was set. */
export function readingsOf(positions: readonly Position[]): readonly Reading[] {
  return positionFields.flatMap((field: PositionField) => {
    if (field.reading === undefined) return [];
    const values = positions.flatMap((position) => position[field.name as keyof Position] ?? []);
    return values.length === 0 ? [] : [{ name: field.reading, text: textOf(field, values) }];
  });
}

function textOf({ unit }: PositionField, values: readonly (string | number | boolean)[]): string {
  const numbers = values.filter((value) => typeof value === 'number');
  if (numbers.length === 0) {
    const count = values.filter((value) => value === true).length;
    return count === 0 ? 'never' : `in ${count} of ${values.length} reports`;
  }
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of numbers) {
    lowest = Math.min(lowest, value);
    highest = Math.max(highest, value);
  }
  const suffix = units[unit ?? ''] ?? '';
  const write = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 2 }).replace('-', '−');
  return lowest === highest ? `${write(lowest)}${suffix}` : `${write(lowest)} to ${write(highest)}${suffix}`;
}
