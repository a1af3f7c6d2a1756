/**
 * What the programs that speak this API can read of its answers, taken from their code: each member that they decode, and
 * the kinds of JSON that its type takes there. A kind that is not named makes the program fail, or lose the whole list.
 */
export interface Decoder {
  /** Program and version whose code was read. */
  readonly client: string;
  readonly reads: readonly Reading[];
}

export interface Reading {
  /** A call of the round (`calls.ts`). */
  readonly call: string;
  /** File and function of the program. */
  readonly source: string;
  /** Kinds by place: `data[].flight.id`. What lies in an object that may be null or absent is read where it is there. */
  readonly members: Readonly<Record<string, Kinds>>;
}

/** One or several of `kinds`, with `|` between. */
export type Kinds = string;

const kinds: Readonly<Record<string, (value: unknown) => boolean>> = {
  integer: (value) => Number.isSafeInteger(value),
  number: (value) => typeof value === 'number',
  text: (value) => typeof value === 'string' && value !== '',
  /** A text that may be empty. */
  anytext: (value) => typeof value === 'string',
  digits: (value) => typeof value === 'string' && /^\d+$/.test(value),
  instant: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value),
  boolean: (value) => typeof value === 'boolean',
  list: (value) => Array.isArray(value),
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  /** An object whose members are all texts. */
  texts: (value) =>
    kinds.object?.(value) === true && Object.values(Object(value)).every((each) => typeof each === 'string'),
  null: (value) => value === null,
  absent: (value) => value === undefined,
};

/** What this program cannot read of the answer: one line for each place. */
export function findUnreadable(answer: unknown, { members }: Reading): readonly string[] {
  const lines = Object.entries(members).flatMap(([place, wanted]) => {
    const accepted = wanted.split('|').map((name) => kinds[name] ?? fail(`${name} is no kind`));
    const wrong = valuesAt(answer, place.split('.')).find((value) => !accepted.some((isOf) => isOf(value)));
    return wrong === undefined &&
      valuesAt(answer, place.split('.')).every((value) => accepted.some((isOf) => isOf(value)))
      ? []
      : [`${place}: ${JSON.stringify(wrong) ?? 'absent'} is not ${wanted}`];
  });
  return lines;
}

/** All values at this place; `undefined` for one that is missing in an object that is there. */
function valuesAt(value: unknown, [first, ...rest]: readonly string[]): readonly unknown[] {
  if (first === undefined) return [value];
  if (typeof value !== 'object' || value === null) return [];
  const isList = first.endsWith('[]');
  const member = (value as Readonly<Record<string, unknown>>)[isList ? first.slice(0, -2) : first];
  if (!isList) return rest.length > 0 && member === undefined ? [] : valuesAt(member, rest);
  return Array.isArray(member) ? member.flatMap((each) => valuesAt(each, rest)) : [];
}

function fail(message: string): never {
  throw new Error(message);
}
