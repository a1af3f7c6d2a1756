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
 * @param wholeNumbers - fields, besides the integers, that are never written with three decimals: `12,000` is twelve thousand
 */
export function createCoercion(wholeNumbers: ReadonlySet<string>) {
  // A schema is the same object for every request.
  const known = new WeakMap<TObject, readonly Field[]>();
  return (schema: TObject, body: WireObject): WireObject => {
    const fields = known.get(schema) ?? fieldsOf(schema, wholeNumbers);
    known.set(schema, fields);
    const read: Record<string, unknown> = {};
    for (const field of fields) {
      const { name } = field;
      const value = Object.hasOwn(body, name) ? coerceValue(field, body[name]) : undefined;
      if (value !== undefined) read[name] = value;
    }
    return read;
  };
}

/** A field of a schema, with what every value needs to know about it. */
interface Field {
  readonly name: string;
  readonly schema: FieldSchema;
  readonly types: readonly string[];
  readonly isWhole: boolean;
}

function fieldsOf({ properties }: TObject, wholeNumbers: ReadonlySet<string>): readonly Field[] {
  return Object.entries(properties as Record<string, FieldSchema>).map(([name, schema]) => {
    const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
    return { name, schema, types, isWhole: types.includes('integer') || wholeNumbers.has(name) };
  });
}

function coerceValue(field: Field, value: unknown): unknown {
  const { types, schema } = field;
  if (typeof value === 'string') return coerceText(field, value);
  if (Array.isArray(value) && schema.items?.type === 'string') return value.map((line) => textOf(line));
  if (typeof value === 'number' && types.includes('boolean') && !types.includes('integer')) return numberAsFlag(value);
  if (typeof value === 'number' && types.includes('string') && !types.includes('integer')) return String(value);
  return value;
}

function coerceText({ types, schema, isWhole }: Field, text: string): unknown {
  const trimmed = text.trim();
  if (schema.enum !== undefined) return wordOf(schema.enum, trimmed) ?? (trimmed === '' ? null : text);
  if (schema.format === 'date-time') return trimmed === '' ? null : instantText(trimmed);
  if (types.includes('boolean')) return flags.get(trimmed.toLowerCase()) ?? (trimmed === '' ? null : text);
  if (types.includes('string')) return text;
  const isNumber = types.includes('number') || types.includes('integer');
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
