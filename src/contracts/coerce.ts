import type { TObject } from 'typebox';
import { parseJson } from '../http/json.ts';
import { isRefusal } from '../tracking/refusals.ts';
import type { WireObject } from './contract.ts';

import { type NumberField, readNumber } from './read-number.ts';

interface FieldSchema extends NumberField {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly items?: FieldSchema;
}

/**
 * Returns a function that converts bodies as many clients send them: forms, where everything is text, and JSON with numbers
 * as text, often with a decimal comma. Values that cannot be converted are left unchanged, so that the check reports them.
 * A body in which nothing is to be converted or left out is returned as it is: nearly every report is such a one.
 * @param wholeNumbers - fields, besides the integers, that are never written with three decimals: `12,000` is twelve thousand
 */
export function createCoercion(wholeNumbers: ReadonlySet<string>) {
  // A schema is the same object for every request.
  const known = new WeakMap<TObject, Fields>();
  return (schema: TObject, body: WireObject): WireObject => {
    let fields = known.get(schema);
    if (fields === undefined) {
      fields = fieldsOf(schema, wholeNumbers);
      known.set(schema, fields);
    }
    for (const name in body) if (!isAsRead(fields.get(name), body[name])) return convert(fields, body);
    return body;
  };
}

/** A field of a schema, with what every value needs to know about it. */
interface Field {
  readonly schema: FieldSchema;
  readonly isText: boolean;
  readonly isFlag: boolean;
  readonly isNumber: boolean;
  readonly isInteger: boolean;
  readonly isWhole: boolean;
}

type Fields = ReadonlyMap<string, Field>;

function fieldsOf({ properties }: TObject, wholeNumbers: ReadonlySet<string>): Fields {
  return new Map(
    Object.entries(properties as Record<string, FieldSchema>).map(([name, schema]) => {
      const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
      const isInteger = types.includes('integer');
      const field: Field = {
        schema,
        isText: types.includes('string'),
        isFlag: types.includes('boolean'),
        isNumber: isInteger || types.includes('number'),
        isInteger,
        isWhole: isInteger || wholeNumbers.has(name),
      };
      return [name, field];
    }),
  );
}

function isAsRead(field: Field | undefined, value: unknown): boolean {
  return field !== undefined && coerceValue(field, value) === value;
}

/** Returns the members that the schema knows, converted. */
function convert(fields: Fields, body: WireObject): WireObject {
  const read: Record<string, unknown> = {};
  for (const [name, field] of fields) {
    const value = Object.hasOwn(body, name) ? coerceValue(field, body[name]) : undefined;
    if (value !== undefined) read[name] = value;
  }
  return read;
}

function coerceValue(field: Field, value: unknown): unknown {
  if (typeof value === 'string') return coerceText(field, value);
  if (typeof value !== 'number') return Array.isArray(value) ? coerceList(field, value) : value;
  if (field.isInteger) return value;
  if (field.isFlag) return numberAsFlag(value);
  return field.isText ? String(value) : value;
}

function coerceList({ schema }: Field, value: readonly unknown[]): unknown {
  return schema.items?.type === 'string' ? value.map((line) => textOf(line)) : value;
}

function coerceText({ schema, isText, isFlag, isNumber, isWhole }: Field, text: string): unknown {
  if (isText && !isFlag && schema.enum === undefined && schema.format === undefined) return text;
  const trimmed = text.trim();
  if (schema.enum !== undefined) return wordOf(schema.enum, trimmed) ?? (trimmed === '' ? null : text);
  if (schema.format === 'date-time') return trimmed === '' ? null : instantText(trimmed);
  if (isFlag) return flags.get(trimmed.toLowerCase()) ?? (trimmed === '' ? null : text);
  if (isText) return text;
  const read = isNumber ? readNumber(trimmed, schema, isWhole) : jsonText(trimmed);
  return read === undefined ? text : read;
}

/** Returns the entry of this list that the text equals, ignoring case. */
function wordOf(words: readonly unknown[], text: string): unknown {
  return words.find((word) => typeof word === 'string' && word.toLowerCase() === text.toLowerCase());
}

const flags: ReadonlyMap<string, boolean> = new Map([
  ['1', true],
  ['true', true],
  ['yes', true],
  ['on', true],
  ['0', false],
  ['false', false],
  ['no', false],
  ['off', false],
]);

function numberAsFlag(value: number): unknown {
  return value === 1 ? true : value === 0 ? false : value;
}

/** `2026-01-31 12:00:00`, as MySQL writes it: UTC. */
function instantText(text: string): string {
  const plain = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2}(?:\.\d+)?)$/.exec(text);
  return plain === null ? text : `${plain[1]}T${plain[2]}Z`;
}

/** Parses a list or object that a form carries as JSON text. */
function jsonText(text: string): unknown {
  if (text === '') return null;
  return /^[[{]/.test(text) ? parseNestedJson(text) : undefined;
}

function textOf(line: unknown): unknown {
  return typeof line === 'number' || typeof line === 'boolean' ? String(line) : line;
}

/** Parses a value that a field carries as JSON text, within the limits of a body; undefined when it is not valid JSON. */
export function parseNestedJson(text: string): unknown {
  try {
    return parseJson(Buffer.from(text));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return undefined;
  }
}
