import { Type } from 'typebox';

/** Ids are numbers where phpVMS 7 has numbers; schedules and PIREPs have texts there. */
export const numberIdSchema = (description: string) =>
  Type.Unsafe<number | string>({ type: ['integer', 'string'], description });

export const nullableIdSchema = (description: string) =>
  Type.Unsafe<number | string | null>({ type: ['integer', 'string', 'null'], description });

/** An id as clients expect it: a number where it is one. */
export function numberId(id: string): number | string;
export function numberId(id: string | null): number | string | null;
export function numberId(id: string | null): number | string | null {
  const number = Number(id);
  return id !== null && Number.isSafeInteger(number) && String(number) === id ? number : id;
}

/** A figure that clients take as a whole number. */
export function roundOrNull(value: number | null): number | null {
  return value === null ? null : Math.round(value);
}
