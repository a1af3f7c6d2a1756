import { Type } from 'typebox';
import { readInstantText } from '../../lib/instant-text.ts';
import { decodeText } from '../reports.ts';

/** Members as phpVMS reads them from many clients: numbers as text, empty texts, floats, and null for absent ones. */

const soldFare = Type.Object(
  {
    id: Type.Unsafe({ type: ['integer', 'string'], description: 'Id of the fare' }),
    count: Type.Number({ description: 'How many were sold' }),
  },
  { title: 'SoldFare' },
);
/** What clients send in members that are read leniently. */
const sentAs = {
  number: { type: ['number', 'null'] },
  text: { type: ['string', 'null'] },
  id: { type: ['string', 'integer', 'null'] },
  truth: { type: ['boolean', 'null'] },
  mode: { type: ['string', 'boolean', 'null'] },
  fields: { type: ['object', 'null'], title: 'SentFields', additionalProperties: true },
  fares: { type: ['array', 'null'], items: soldFare },
} as const;

/**
 * A member that is read leniently, so that no value of it refuses a request.
 * @param sent - for the documentation
 */
export function loose(sent: keyof typeof sentAs, description: string) {
  return Type.Optional(Type.Unsafe<unknown>({ 'x-sent': sentAs[sent], description }));
}

interface Range {
  readonly minimum: number;
  readonly maximum: number;
}

/** Null for what is not a number, or is out of its range. */
export function readNumber(value: unknown, { minimum, maximum }: Range): number | null {
  const isText = typeof value === 'string' && value.trim() !== '';
  const number = isText ? Number(value) : value;
  return typeof number === 'number' && number >= minimum && number <= maximum ? number : null;
}

export function readText(value: unknown, maxLength: number): string | null {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return null;
  return decodeText(String(value).slice(0, maxLength));
}

/** Null for an absent id, an empty one and 0. */
export function readId(value: unknown): string | null {
  const text = readText(value, 64);
  return text === '0' ? null : text;
}

/** An instant in milliseconds: `2026-01-31 12:00:00` is UTC. Null for what is none. */
export function readInstant(value: unknown): number | null {
  return typeof value === 'string' ? readInstantText(value) : null;
}

/** Custom fields: text by name. What phpVMS would store as `1` is `1`; lists and objects are no values. */
export function readFields(value: unknown): Readonly<Record<string, string>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  const entries = Object.entries(value).flatMap(([name, each]) => {
    const text = each === true ? '1' : each === false ? '0' : readText(each, 2000);
    const isName = name.trim() !== '' && name !== '__proto__' && name.length <= 191;
    return isName && text !== null ? [[name.toWellFormed(), text] as const] : [];
  });
  return Object.fromEntries(entries.slice(0, 200));
}
