import { table } from '../lib/table.ts';

/** The part of JSON Schema that our schemas use. */
export interface SchemaWords {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly 'x-max-depth'?: number;
  readonly 'x-max-characters'?: number;
}

const nouns = table<(schema: SchemaWords) => string>({
  number: (schema) => `a number${range(schema.minimum, schema.maximum)}`,
  integer: (schema) => `a whole number${range(schema.minimum, schema.maximum)}`,
  string: text,
  boolean: () => 'true or false',
  array: (schema) => `a list${count(schema.minItems, schema.maxItems, 'entries')}`,
  object: (schema) => `an object${count(undefined, schema.maxProperties, 'members')}`,
});

/** Describes the allowed values of a schema: `must be a number from -90 to 90`. */
export function sentence(schema: SchemaWords): string {
  return `must be ${wording(schema)}`;
}

/** `a number from -90 to 90`, `text of at most 64 characters or null`. */
export function wording(schema: SchemaWords): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return `one of ${schema.enum.map((value) => JSON.stringify(value)).join(', ')}`;
  const types = schema.type === undefined ? [] : typeof schema.type === 'string' ? [schema.type] : schema.type;
  const words = types.map((type) => nouns[type]?.(schema) ?? type);
  return words.length === 0 ? json(schema) : words.join(' or ');
}

function json(schema: SchemaWords): string {
  const depth = schema['x-max-depth'];
  const characters = schema['x-max-characters'];
  const limits = [
    ...(depth === undefined ? [] : [`${depth} levels`]),
    ...(characters === undefined ? [] : [`${characters} characters`]),
  ];
  return limits.length === 0 ? 'a JSON value' : `a JSON value of at most ${limits.join(' and ')}`;
}

function text(schema: SchemaWords): string {
  if (schema.format === 'date-time') return 'a UTC instant such as 2026-01-31T12:00:00Z';
  if (schema.minLength === 1 && schema.maxLength === undefined) return 'text, not empty';
  return `text${count(schema.minLength, schema.maxLength, 'characters')}`;
}

function range(from: number | undefined, to: number | undefined): string {
  if (from !== undefined && to !== undefined) return ` from ${from} to ${to}`;
  if (from !== undefined) return ` of at least ${from}`;
  return to === undefined ? '' : ` of at most ${to}`;
}

function count(from: number | undefined, to: number | undefined, noun: string): string {
  if (from !== undefined && to !== undefined) return ` of ${from} to ${to} ${noun}`;
  if (from !== undefined) return ` of at least ${from} ${noun}`;
  return to === undefined ? '' : ` of at most ${to} ${noun}`;
}
