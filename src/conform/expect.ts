import type { Answer } from './answer.ts';

/** What was seen differs from the requirement. */
export class Deviation extends Error {
  override readonly name = 'Deviation';
}

/** The check cannot be made here, with the reason: no second pilot was given, the crew center has no flights. */
export class LeftOut extends Error {
  override readonly name = 'LeftOut';
}

/** What a member must be; `text?` may be absent or null. */
export type Kind = 'text' | 'number' | 'whole' | 'object' | 'list' | 'text?' | 'number?' | 'object?' | 'list?';
/** Members by their path: `rank.name`. */
export type Shape = Readonly<Record<string, Kind>>;

/** @throws Deviation unless the answer has one of these statuses */
export function expectStatus({ status }: Answer, ...wanted: readonly number[]): void {
  if (wanted.includes(status)) return;
  throw new Deviation(`status ${status} instead of ${wanted.join(' or ')}`);
}

/** @throws Deviation unless it is so @param seen - what was seen instead, in words */
export function expect(isSo: boolean, seen: string): asserts isSo {
  if (!isSo) throw new Deviation(seen);
}

/** @throws Deviation unless both are the same; numbers in texts count as numbers */
export function expectEqual(what: string, seen: unknown, wanted: string | number | boolean | null): void {
  const isEqual =
    seen === wanted || (typeof wanted === 'number' && typeof seen === 'string' && Number(seen) === wanted);
  if (!isEqual) throw new Deviation(`${what} is ${show(seen)} instead of ${show(wanted)}`);
}

/** Returns an object. @throws Deviation */
export function objectOf(what: string, value: unknown): Readonly<Record<string, unknown>> {
  if (isObject(value)) return value;
  throw new Deviation(`${what} is ${show(value)} instead of an object`);
}

/** Returns a list of objects. @throws Deviation */
export function rowsOf(what: string, value: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (!Array.isArray(value)) throw new Deviation(`${what} is ${show(value)} instead of a list`);
  return value.map((row, index) => objectOf(`${what}[${index}]`, row));
}

/** The same list, if there is something in it to judge. @throws LeftOut */
export function requireSome<T>(rows: readonly T[], what: string): readonly T[] {
  if (rows.length === 0) throw new LeftOut(`there are no ${what} to judge`);
  return rows;
}

/** @throws Deviation for the first member that is not of its kind */
export function expectShape(what: string, value: unknown, shape: Shape): void {
  const object = objectOf(what, value);
  for (const [path, kind] of Object.entries(shape)) {
    const seen = at(object, path);
    if (!isKind(seen, kind)) throw new Deviation(`${what}.${path} is ${show(seen)} instead of ${words[kind]}`);
  }
}

/** The member at this path, of objects and lists (`aircraft.0.id`); undefined where it ends. */
export function at(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((each, name) => {
    if (typeof each !== 'object' || each === null || !Object.hasOwn(each, name)) return undefined;
    return (each as Readonly<Record<string, unknown>>)[name];
  }, value);
}

const words: Readonly<Record<Kind, string>> = {
  text: 'a text',
  number: 'a number',
  whole: 'a whole number',
  object: 'an object',
  list: 'a list',
  'text?': 'a text or null',
  'number?': 'a number or null',
  'object?': 'an object or null',
  'list?': 'a list or null',
};

function isKind(seen: unknown, kind: Kind): boolean {
  if (kind.endsWith('?')) return seen === undefined || seen === null || isKind(seen, kind.slice(0, -1) as Kind);
  if (kind === 'object') return isObject(seen);
  if (kind === 'list') return Array.isArray(seen);
  if (kind === 'whole') return Number.isInteger(seen);
  return typeof seen === (kind === 'text' ? 'string' : 'number');
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'absent';
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
