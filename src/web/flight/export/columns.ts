import { type Position, type PositionField, positionFields } from '../../../tracking/position/position.ts';
import { iso } from './xml.ts';

/** Column names of the exports, with units: one for each field of a position, in the order of the table. */
export const columns = positionFields.map((field) => ({
  name: 'unit' in field ? `${field.wire}_${field.unit}` : field.wire,
  read: (position: Position) => cellOf(position[field.name], field.kind),
}));

function cellOf(value: string | number | boolean | null, kind: PositionField['kind']): string | number | null {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return kind === 'instant' && typeof value === 'number' ? iso(value) : value;
}
