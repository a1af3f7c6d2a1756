import { type PositionField, positionFields } from '../../tracking/position/position.ts';

const positionNumbers = positionFields.filter(
  (field: PositionField) => field.kind === 'number',
) as readonly PositionField[];

/** Fields never written with three decimals: in these `12,000` is twelve thousand. Integers are treated alike. */
export const wholeNumbers: ReadonlySet<string> = new Set([
  ...positionNumbers.filter(({ isWhole }) => isWhole).map(({ wire }) => wire),
  'flight_time',
  'fuel_used',
  'block_fuel',
  'landing_rate',
]);

/** Fields in which a comma is the decimal sign. */
export const decimals: ReadonlySet<string> = new Set([
  ...positionNumbers.filter(({ isWhole }) => !isWhole).map(({ wire }) => wire),
  'score',
]);
