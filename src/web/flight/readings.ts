import { table } from '../../lib/table.ts';
import { type Position, type PositionField, positionFields } from '../../tracking/position/position.ts';
import { convert, symbols } from '../browser/units.js';
import type { TextKey } from '../browser/wording.js';
import type { Visitor } from '../visitor/visitor.ts';

/** The range of one simulator reading over the whole flight, as text: `−56.5 to 14 °C`. */
export interface Reading {
  readonly name: string;
  readonly text: string;
}

const units = table<string>({ c: ' °C', deg: '°', g: ' g' });

/** Returns the range of every reported field that the table marks as a reading; for a flag, how often it was set. */
export function readingsOf(positions: readonly Position[], visitor: Visitor): readonly Reading[] {
  return positionFields.flatMap((field: PositionField) => {
    if (field.reading === undefined) return [];
    const values = positions.flatMap((position) => position[field.name as keyof Position] ?? []);
    return values.length === 0
      ? []
      : [{ name: visitor.wording.say(nameOf(field)), text: textOf(field, values, visitor) }];
  });
}

function nameOf({ wire }: PositionField): TextKey {
  return `reading.${wire.replaceAll('_', '-')}` as TextKey;
}

function textOf(
  { unit }: PositionField,
  values: readonly (string | number | boolean)[],
  { figures, wording }: Visitor,
): string {
  const numbers = values.filter((value) => typeof value === 'number');
  if (numbers.length === 0) {
    const count = values.filter((value) => value === true).length;
    return count === 0 ? wording.say('reading.never') : wording.say('reading.times', { count, total: values.length });
  }
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of numbers) {
    lowest = Math.min(lowest, value);
    highest = Math.max(highest, value);
  }
  if (unit === 'kt') [lowest, highest] = [lowest, highest].map((each) => convert(each, figures.units.speed)) as Range;
  const suffix = unit === 'kt' ? ` ${symbols[figures.units.speed] ?? figures.units.speed}` : (units[unit ?? ''] ?? '');
  const write = (value: number) => figures.number(value, unit === 'kt' ? 0 : 2);
  if (lowest === highest) return `${write(lowest)}${suffix}`;
  return `${wording.say('reading.range', { from: write(lowest), to: write(highest) })}${suffix}`;
}

type Range = [number, number];
