// alone: it measures what its process computes
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TObject, type TSchema, Type } from 'typebox';
import { anyJson } from './any-json.ts';
import { type Contract, routesOf } from './contract.ts';
import { legacy } from './legacy/legacy.ts';
import { native } from './native/native.ts';
import { coreAtApi, coreBelowTracker, coreHandedOver } from './phpvms7-core/phpvms7-core.ts';
import { compileCheck, compileShape } from './shape.ts';
import { smartcars3Five, smartcars3Seven } from './smartcars3/smartcars3.ts';
import { stratosAtApi, stratosBelowTracker } from './stratos/stratos.ts';

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

/** Schemas of the bodies, queries and paths of these contracts, each with its route. */
function requestSchemas(contracts: readonly Contract[]): readonly (readonly [route: string, schema: TObject])[] {
  return contracts.flatMap(routesOf).flatMap(({ method, path, body, query, params }) => {
    const ofBody = body === null ? [] : body.kind === 'object' ? [body.schema] : [body.item, body.envelope];
    const schemas = [...ofBody, query, params].filter((schema) => schema !== null && schema !== undefined);
    return schemas.map((schema) => [`${method} ${path}`, schema] as const);
  });
}

test('every schema of a request uses words that are checked', () => {
  const schemas = requestSchemas([native, legacy]);
  for (const [route, schema] of schemas) assert.deepEqual(unknownWords(schema), [], route);
  assert.ok(schemas.length > 10);
  assert.deepEqual(unknownWords(Type.Object({ a: Type.Unsafe({ type: 'string', maxLenght: 3 }) })), ['maxLenght']);
});

/** A schema with its fields and the entries of lists, which are compiled separately, and only when a request comes. */
function compileParts(schema: TSchema): void {
  const all = schema as { properties?: Readonly<Record<string, TSchema>>; items?: TSchema; 'x-sent'?: typeof all };
  compileCheck(schema);
  for (const part of [...Object.values(all.properties ?? {}), all.items, all['x-sent']?.items])
    if (part !== undefined) compileParts(part);
}

test('every schema of a request compiles, with each of its fields', () => {
  const core = [coreAtApi, coreBelowTracker, coreHandedOver];
  const others = [smartcars3Five, smartcars3Seven, stratosAtApi, stratosBelowTracker];
  const schemas = requestSchemas([native, legacy, ...core, ...others]);
  for (const [route, schema] of schemas) assert.doesNotThrow(() => compileParts(schema), route);
  assert.ok(schemas.length > 100, `${schemas.length} schemas`);
  const field = Type.Object({ a: Type.Array(Type.Unsafe({ type: 'string', pattern: '(' })) });
  assert.throws(() => compileParts(field), SyntaxError);
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
