import fc from 'fast-check';
import type { TObject, TSchema } from 'typebox';

/** The part of JSON Schema that our schemas use, as inputs for property tests. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxProperties?: number;
  readonly additionalProperties?: Schema;
  readonly items?: Schema;
}

/** Instants that are valid are further bounded by the server's clock: nothing from the future is. */
const newest = Date.UTC(2024, 3, 6, 10, 0, 0);

/** Objects that fit the schema: required members always, the others now and then. */
export function objectOf(schema: TObject): fc.Arbitrary<Record<string, unknown>> {
  const fields = schema.properties as Record<string, TSchema>;
  const members = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, inputOf(field as Schema)]));
  return fc.record(members, { requiredKeys: [...(schema.required ?? [])] });
}

function inputOf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const types = schema.type === undefined ? [] : typeof schema.type === 'string' ? [schema.type] : schema.type;
  if (types.length === 0)
    return fc.jsonValue({ maxDepth: 3 }).filter((value) => !JSON.stringify(value).includes('__proto__'));
  return fc.oneof(...types.map((type) => typed(type, schema)));
}

function typed(type: string, schema: Schema): fc.Arbitrary<unknown> {
  const { minimum: min = -1e9, maximum: max = 1e9 } = schema;
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: Math.ceil(min), max: Math.min(max, 2 ** 31 - 1) });
    case 'number':
      return fc.oneof(fc.constantFrom(min, max), fc.double({ min, max, noNaN: true }));
    case 'string':
      return text(schema);
    case 'array':
      return fc.array(inputOf(schema.items ?? {}), { maxLength: 5 });
    case 'object':
      return fc.dictionary(name, inputOf(schema.additionalProperties ?? {}), { maxKeys: 4 });
    default:
      throw new Error(`no inputs for ${type}`);
  }
}

const name = fc.string({ minLength: 1, maxLength: 20, unit: 'binary' }).filter((each) => each !== '__proto__');

function text({ format, pattern, minLength = 0, maxLength = 300 }: Schema): fc.Arbitrary<string> {
  if (format === 'date-time') {
    return fc.integer({ min: 0, max: newest }).map((at) => new Date(at).toISOString());
  }
  const units = fc.constantFrom('binary', 'grapheme', 'binary-ascii' as const);
  const words = units.chain((unit) => fc.string({ unit, minLength, maxLength: Math.min(maxLength, 40) }));
  const fitting = words.filter((word) => word.length <= maxLength);
  return pattern === undefined ? fitting : fitting.filter((word) => new RegExp(pattern).test(word));
}

export interface Break {
  readonly field: string;
  readonly value: unknown;
}

/** One broken rule: a field with a value that it may not have, or undefined for one that must be there and is not. */
export function breaksOf(schema: TObject, isLenient: boolean): readonly Break[] {
  const required = new Set(schema.required ?? []);
  const fields = Object.entries(schema.properties as Record<string, Schema>);
  return fields.flatMap(([field, rules]) => [
    ...(required.has(field) ? [{ field, value: undefined }] : []),
    ...wrongValues(rules, isLenient).map((value) => ({ field, value })),
  ]);
}

function wrongValues(schema: Schema, isLenient: boolean): readonly unknown[] {
  const types = schema.type === undefined ? [] : typeof schema.type === 'string' ? [schema.type] : schema.type;
  if (types.length === 0) return [nested(20), 'x'.repeat(20_000)];
  const has = (type: string) => types.includes(type) || (type === 'integer' && types.includes('number'));
  const wrong: unknown[] = [];
  if (!has('object')) wrong.push({ a: 1 });
  if (!has('array')) wrong.push([1, 2]);
  if (!isLenient && !has('string')) wrong.push('1');
  if (!has('string')) wrong.push('north');
  if (!isLenient && !has('boolean')) wrong.push(true);
  if (!isLenient && !has('integer')) wrong.push(1);
  if (has('integer') && !has('number')) wrong.push(0.5);
  if (schema.minimum !== undefined) wrong.push(schema.minimum - 1, -1e300);
  if (schema.maximum !== undefined) wrong.push(schema.maximum * 2 + 1);
  if (has('string') && schema.maxLength !== undefined) wrong.push('x'.repeat(schema.maxLength + 1));
  if (schema.format === 'date-time') wrong.push('2024-02-30T00:00:00Z', '2024-02-03', '2024-02-03T24:00:00Z', 'now');
  if (schema.enum !== undefined) wrong.push('north');
  if (schema.pattern !== undefined) wrong.push('  ');
  if (has('array')) wrong.push([{ a: 1 }]);
  if (has('object')) wrong.push({ a: [] });
  return wrong;
}

function nested(levels: number): unknown {
  return levels === 0 ? 1 : [nested(levels - 1)];
}
