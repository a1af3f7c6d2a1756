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

const units = table<string>({ c: ' °C', deg: '°', g: ' g', pct: ' %' });

const fields: readonly PositionField[] = positionFields.filter((field: PositionField) => field.reading !== undefined);

interface Range {
  lowest: number;
  highest: number;
  /** How often it was reported, and how often as true. */
  count: number;
  trueCount: number;
}

/** The range of every field that the table marks as a reading, position by position. */
export class ReadingRanges {
  readonly #ranges = fields.map((): Range => {
    return { lowest: Number.POSITIVE_INFINITY, highest: Number.NEGATIVE_INFINITY, count: 0, trueCount: 0 };
  });

  add(position: Position): void {
    for (const [index, range] of this.#ranges.entries()) {
      const value = position[(fields[index] as PositionField).name as keyof Position];
      if (value === null || value === undefined) continue;
      range.count += 1;
      if (value === true) range.trueCount += 1;
      if (typeof value !== 'number') continue;
      range.lowest = Math.min(range.lowest, value);
      range.highest = Math.max(range.highest, value);
    }
  }

  /** Returns them as text; for a flag, how often it was set. */
  in(visitor: Visitor): readonly Reading[] {
    return this.#ranges.flatMap((range, index) => {
      const field = fields[index] as PositionField;
      if (range.count === 0) return [];
      return [{ name: visitor.wording.say(nameOf(field)), text: textOf(field, range, visitor) }];
    });
  }
}

function nameOf({ wire }: PositionField): TextKey {
  return `reading.${wire.replaceAll('_', '-')}` as TextKey;
}

function textOf({ unit }: PositionField, range: Range, { figures, wording }: Visitor): string {
  const { count: total, trueCount: count } = range;
  if (range.lowest > range.highest)
    return count === 0 ? wording.say('reading.never') : wording.say('reading.times', { count, total });
  const [lowest, highest] = [range.lowest, range.highest].map((each) =>
    unit === 'kt' ? convert(each, figures.units.speed) : each,
  ) as [number, number];
  const suffix = unit === 'kt' ? ` ${symbols[figures.units.speed] ?? figures.units.speed}` : (units[unit ?? ''] ?? '');
  const write = (value: number) => figures.number(value, unit === 'kt' ? 0 : 2);
  if (lowest === highest) return `${write(lowest)}${suffix}`;
  return `${wording.say('reading.range', { from: write(lowest), to: write(highest) })}${suffix}`;
}
