import { Type } from 'typebox';
import { decodeText } from '../reports.ts';

/** Members as phpVMS reads them from many clients: numbers as text, empty texts, floats, and null for absent ones. */

/** A member that is read leniently, so that no value of it refuses a request. */
export function loose(description: string) {
  return Type.Optional(Type.Unsafe<unknown>({ description }));
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
  return decodeText(String(value).slice(0, maxLength).toWellFormed());
}

/** Null for an absent id, an empty one and 0. */
export function readId(value: unknown): string | null {
  const text = readText(value, 64);
  return text === '0' ? null : text;
}

const shape =
  /^(\d{4})-(\d{1,2})-(\d{1,2})[ T](\d{1,2}):(\d{1,2})(?::(\d{1,2})(\.\d{1,9})?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i;

/** An instant in milliseconds: `2026-01-31 12:00:00` is UTC. Null for what is none. */
export function readInstant(value: unknown): number | null {
  const parts = typeof value === 'string' ? shape.exec(value.trim()) : null;
  if (parts === null) return null;
  const [, year, month, day, hour, minute, second = '0', fraction = '0', zone = 'Z'] = parts;
  const [y, mo, d, h, mi, s] = [year, month, day, hour, minute, second].map(Number) as [
    ...[number, number, number, number, number, number],
  ];
  const at = Date.UTC(y, mo - 1, d, h, mi, s) + Math.floor(Number(`0${fraction}`) * 1000);
  const isDate = mo >= 1 && mo <= 12 && d >= 1 && new Date(at).getUTCDate() === d && h < 24 && mi < 60 && s < 60;
  return isDate ? at - offsetMs(zone) : null;
}

function offsetMs(zone: string): number {
  if (zone.toUpperCase() === 'Z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000;
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
