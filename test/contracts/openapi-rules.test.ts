import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Compile } from 'typebox/schema';
import { openapi } from '../../src/contracts/openapi.ts';
import { apiWorld } from '../api-world.ts';
import { stages } from './examples/play.ts';

// Each document, held against the OpenAPI Initiative's own schema of OpenAPI 3.1 documents, and its examples against the document.

type Json = { readonly [name: string]: Json } | readonly Json[] | string | number | boolean | null;

const published: Json = JSON.parse(readFileSync(new URL('openapi-3.1-schema.json', import.meta.url), 'utf8'));
/** Keywords below which more members of the same object are named. */
const conditions = new Set(['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else']);
const rules = Compile(withNames(published) as object);

/**
 * The same with the names that an object may have in the place of `unevaluatedProperties: false`, which the compiler applies before it
 * follows `$ref`. Schemas within a document are not looked into, as the published schema leaves them too.
 */
function withNames(node: Json): Json {
  if (Array.isArray(node)) return node.map(withNames);
  if (typeof node !== 'object' || node === null) return node;
  const {
    unevaluatedProperties,
    $dynamicRef: _ref,
    $dynamicAnchor: _anchor,
    ...rest
  } = node as { [name: string]: Json };
  const inner = Object.fromEntries(Object.entries(rest).map(([name, each]) => [name, withNames(each)]));
  if (unevaluatedProperties !== false) return inner;
  const { names, patterns } = namesIn(rest);
  return { ...inner, propertyNames: { anyOf: [{ enum: names }, ...patterns.map((pattern) => ({ pattern }))] } };
}

/** Names and patterns of the members of an object, also of those that hold under a condition. */
function namesIn(node: Json): { readonly names: readonly string[]; readonly patterns: readonly string[] } {
  if (typeof node !== 'object' || node === null) return { names: [], patterns: [] };
  const { properties = {}, patternProperties = {}, $ref, ...rest } = node as { [name: string]: Json };
  const referred = typeof $ref === 'string' ? [partAt($ref)] : [];
  const others = [...referred, ...Object.entries(rest).flatMap(([name, each]) => (conditions.has(name) ? [each] : []))];
  const found = others.flatMap((each) => (Array.isArray(each) ? each : [each])).map(namesIn);
  const nested = 'dependentSchemas' in rest ? Object.values(rest.dependentSchemas as object).map(namesIn) : [];
  const all = [...found, ...nested];
  return {
    names: [...Object.keys(properties as object), ...all.flatMap(({ names }) => names)],
    patterns: [...Object.keys(patternProperties as object), ...all.flatMap(({ patterns }) => patterns)],
  };
}
/** @param pointer - `#/$defs/security-scheme/$defs/type-http` */
function partAt(pointer: string): Json {
  const steps = pointer.split('/').slice(1);
  return steps.reduce<Json>((node, step) => (node as { [name: string]: Json })[step] ?? null, published);
}

interface Media {
  readonly schema: object;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}
type Contents = { readonly content?: Readonly<Record<string, Media>> };
interface Operation {
  readonly requestBody?: Contents;
  readonly responses: Readonly<Record<string, Contents>>;
}

/** The published schema looks into no schema of a document: their types are those of JSON Schema. */
function requireRules(document: Json): void {
  assert.equal(rules.Check(document), true, JSON.stringify(rules.Errors(document)[1].slice(0, 3)));
  assert.deepEqual(strangeTypesIn(document), []);
}

const types = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);
/** Members that hold values, and those whose own members have names that somebody chose. */
const values = new Set(['example', 'examples', 'default', 'const', 'enum', 'securitySchemes']);
const maps = new Set(['properties', 'patternProperties', 'schemas', 'paths', 'webhooks', 'content', 'responses']);

function strangeTypesIn(node: Json): readonly Json[] {
  if (Array.isArray(node)) return node.flatMap(strangeTypesIn);
  if (typeof node !== 'object' || node === null) return [];
  const members = Object.entries(node).filter(([name]) => !values.has(name));
  return members.flatMap(([name, each]) => {
    if (name === 'type') return [each].flat().filter((type) => !types.has(String(type)));
    return maps.has(name) ? Object.values(each as object).flatMap(strangeTypesIn) : strangeTypesIn(each);
  });
}

test('the API for other programs, with its webhooks: the document keeps to the rules of OpenAPI 3.1', async () => {
  const { web, get } = await apiWorld();
  await using _ = web;
  const document: Json = (await get('/openapi.json')).json();
  requireRules(document);
  const { webhooks } = document as { [name: string]: Json };
  const spoilt = JSON.stringify(webhooks).replace('"type":"string"', '"type":""');
  assert.deepEqual(strangeTypesIn(JSON.parse(spoilt)), ['']);
});

for (const { name, contract } of stages) {
  const text = openapi.render(contract, [contract]);
  const document = JSON.parse(text);

  test(`${name}: the document keeps to the rules of OpenAPI 3.1`, () => requireRules(document));

  const faults: readonly (readonly [string, (text: string) => string])[] = [
    ['a version that is none', (each) => each.replace('"openapi":"3.1.0"', '"openapi":"3.0.0"')],
    ['a member that there is not', (each) => each.replace('"operationId":', '"operationid":')],
    ['an operation that is a text', (each) => each.replace(/"get":\{/, '"get":"a","patch":{')],
    ['a status that is none', (each) => each.replace('"responses":{"200":', '"responses":{"ok":')],
    ['a scheme that is none', (each) => each.replace('"type":"apiKey","in":"header"', '"type":"apiKey","in":"body"')],
    ['a document without its title', (each) => each.replace('"title":"Tracker', '"heading":"Tracker')],
  ];
  for (const [what, change] of faults)
    test(`${name}: the rules see ${what}`, () => {
      const changed = change(text);
      assert.notEqual(changed, text);
      assert.equal(rules.Check(JSON.parse(changed)), false);
    });

  test(`${name}: every example fits what the document says of it`, () => {
    const operations = Object.values(document.paths as Record<string, Record<string, Operation>>).flatMap(
      Object.values,
    );
    const misfits = (operations as readonly Operation[]).flatMap(({ requestBody = {}, responses }) => {
      const media = [requestBody, ...Object.values(responses)].flatMap(({ content = {} }) => Object.values(content));
      return media.flatMap(({ schema, examples = {} }) => {
        const check = Compile({ ...schema, components: document.components });
        return Object.values(examples).flatMap(({ value }) =>
          check.Check(value) ? [] : [JSON.stringify(check.Errors(value)[1].slice(0, 2))],
        );
      });
    });
    assert.deepEqual(misfits, []);
  });
}
