import { type TNumber, type TOptional, type TUnsafe, Type } from 'typebox';
import {
  type PositionField,
  type positionFields,
  positionFields as table,
  type WirePosition,
} from '../tracking/position/position.ts';

/** Schemas of the fields of a position report, from the table of its fields. */
type Name = (typeof positionFields)[number]['wire'];
type Schemas = {
  readonly [N in Name]: N extends 'lat' | 'lon' ? TNumber : TOptional<TUnsafe<WirePosition[N]>>;
};

const jsonTypes = {
  integer: 'integer',
  number: 'number',
  instant: 'string',
  boolean: 'boolean',
  code: 'string',
  clock: 'string',
} as const;

export const positionSchemas = Object.fromEntries(table.map((field) => [field.wire, schemaOf(field)])) as Schemas;

/** Optional coordinates, of a flight event. */
export const optionalPlace = Object.fromEntries(
  table
    .filter((field) => 'isRequired' in field)
    .map((field) => [field.wire, schemaOf({ ...field, isRequired: false })]),
) as { readonly [N in 'lat' | 'lon']: TOptional<TUnsafe<number | null>> };

export const positionSchema = Type.Object(positionSchemas);

function schemaOf(field: Omit<PositionField, 'isRequired'> & { readonly isRequired?: boolean }) {
  const { kind, accepts = [], minimum, maximum, maxLength, isRequired, description } = field;
  const given = Object.entries({ minimum, maximum, maxLength }).filter(([, value]) => value !== undefined);
  const limits = Object.fromEntries(given);
  if (isRequired) return Type.Number({ ...limits, description });
  const type = [jsonTypes[kind], ...accepts, 'null'];
  if (kind !== 'instant') return Type.Optional(Type.Unsafe({ type, ...limits, description }));
  return Type.Optional(Type.Unsafe({ type, format: 'date-time', description: `${description}, UTC` }));
}
