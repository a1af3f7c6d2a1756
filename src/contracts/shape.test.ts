// alone: it measures what its process computes
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TSchema, Type } from 'typebox';
import { anyJson } from './any-json.ts';
import { type Contract, routesOf } from './contract.ts';
import { legacy } from './legacy/legacy.ts';
import { native } from './native/native.ts';
import { compileShape } from './shape.ts';

/** What the compiler checks, and what only describes. It passes over a word that it does not know. */
const words = new Set([
  ...['type', 'format', 'pattern', 'enum', 'const', 'minimum', 'maximum', 'minLength', 'maxLength', 'minItems'],
  ...['maxItems', 'items', 'properties', 'required', 'additionalProperties', 'maxProperties', 'minProperties', 'anyOf'],
  ...['description', 'title', 'examples', 'default', 'deprecated', 'x-max-depth', 'x-max-characters'],
]);

function unknownWords(schema: TSchema): readonly string[] {
  const all = schema as Readonly<Record<string, unknown>>;
  const {
    properties = {},
    items,
    additionalProperties,
    anyOf = [],
  } = all as {
    properties?: Readonly<Record<string, TSchema>>;
    items?: TSchema;
    additionalProperties?: TSchema | boolean;
    anyOf?: readonly TSchema[];
  };
  const parts = [...Object.values(properties), items, additionalProperties, ...anyOf];
  const own = Object.keys(all).filter((word) => !words.has(word));
  return [...own, ...parts.flatMap((part) => (typeof part === 'object' ? unknownWords(part) : []))];
}

test('every schema of a request uses words that are checked', () => {
  const contracts: readonly Contract[] = [native, legacy];
  let count = 0;
  for (const route of contracts.flatMap(routesOf)) {
    const { body, query } = route;
    const ofBody = body === null ? [] : body.kind === 'object' ? [body.schema] : [body.item, body.envelope];
    for (const schema of [...ofBody, ...(query === null ? [] : [query])]) {
      count += 1;
      assert.deepEqual(unknownWords(schema), [], `${route.method} ${route.path}`);
    }
  }
  assert.ok(count > 10);
  assert.deepEqual(unknownWords(Type.Object({ a: Type.Unsafe({ type: 'string', maxLenght: 3 }) })), ['maxLenght']);
});

const line = Type.Object({ at: Type.Number({ minimum: 0 }), text: Type.Optional(Type.String({ maxLength: 3 })) });
const { check } = compileShape(
  Type.Object({
    lat: Type.Number({ minimum: -90, maximum: 90 }),
    log: Type.Optional(Type.Array(line, { maxItems: 300_000 })),
    fields: Type.Optional(Type.Unsafe({ type: 'object', additionalProperties: { type: 'string', maxLength: 3 } })),
    data: Type.Optional(anyJson('Anything', { maxDepth: 2, maxCharacters: 20 })),
  }),
);

/** A body, and the field that is named with what it must be. */
const cases: readonly (readonly [object, Readonly<Record<string, string>> | null])[] = [
  [{ lat: 1 }, null],
  [{ lat: 1, log: [{ at: 0, text: 'abc' }], fields: { a: 'b' }, data: { a: [1] } }, null],
  [{}, { lat: 'is required' }],
  [
    { lat: 91, data: 'x'.repeat(30) },
    { lat: 'must be a number from -90 to 90', data: 'must be a JSON value of at most 2 levels and 20 characters' },
  ],
  [{ lat: Number.NaN }, { lat: 'must be a number from -90 to 90' }],
  [{ lat: 1, log: [{ at: 0 }, { at: -1 }, {}] }, { 'log[1].at': 'must be a number of at least 0' }],
  [{ lat: 1, log: [{ at: 0 }, 7] }, { 'log[1]': 'must be an object' }],
  [{ lat: 1, log: 7 }, { log: 'must be a list of at most 300000 entries' }],
  [{ lat: 1, fields: { a: 'b', c: 'long' } }, { 'fields.c': 'must be text of at most 3 characters' }],
  [{ lat: 1, data: [[[1]]] }, { data: 'must be a JSON value of at most 2 levels and 20 characters' }],
];

for (const [body, faults] of cases)
  test(`${JSON.stringify(body).slice(0, 60)}: ${faults === null ? 'valid' : Object.keys(faults).join(', ')}`, () =>
    assert.deepEqual(check(body), faults));

test('of a list of many faults only the first is looked at', () => {
  const log = Array.from({ length: 300_000 }, () => ({ at: 'x' }));
  const before = process.cpuUsage();
  assert.deepEqual(check({ lat: 1, log }), { 'log[0].at': 'must be a number of at least 0' });
  const { user, system } = process.cpuUsage(before);
  assert.ok(user + system < 100_000, `${user + system} µs of CPU`);
});
