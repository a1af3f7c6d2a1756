import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal, type RefusalCode } from '../tracking/refusals.ts';
import { type Contract, routesOf } from './contract.ts';
import { docsPage } from './docs-page.ts';
import { legacy } from './legacy/legacy.ts';
import { native } from './native/native.ts';
import { openapi } from './openapi.ts';
import { coreAtApi, coreBelowTracker, coreHandedOver } from './phpvms7-core/phpvms7-core.ts';
import { compileCheck } from './shape.ts';
import { smartcars3Five, smartcars3Seven } from './smartcars3/smartcars3.ts';
import { stratosAtApi } from './stratos/stratos.ts';

const contracts: Readonly<Record<string, Contract>> = {
  native,
  legacy,
  'smartcars3 beside phpVMS 7': smartcars3Seven,
  'smartcars3 beside phpVMS 5': smartcars3Five,
  'phpvms7-core': coreAtApi,
  stratos: stratosAtApi,
};

const documentOf = (contract: Contract) => JSON.parse(openapi.render(contract, [contract]));

for (const [name, contract] of Object.entries(contracts)) {
  const document = documentOf(contract);
  const routes = routesOf(contract);

  test(`${name}: every route is described, once, and nothing else`, () => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods as Record<string, { operationId: string }>).map(([method, { operationId }]) => {
        return { route: `${method.toUpperCase()} ${path}`, operationId };
      }),
    );
    assert.deepEqual(
      operations.map(({ route }) => route).sort(),
      routes.map(({ method, path }) => `${method} ${path}`).sort(),
    );
    assert.equal(new Set(operations.map(({ operationId }) => operationId)).size, routes.length);
    assert.ok(contract.documents.includes(openapi));
  });

  test(`${name}: every object of a body is a component with a name, and every component is used`, () => {
    assert.deepEqual(namelessIn(document.paths), []);
    const { schemas } = document.components as { schemas: Record<string, { properties?: object }> };
    const nested = Object.values(schemas).flatMap(({ type: _type, ...inner }: Record<string, unknown>) =>
      namelessIn(inner),
    );
    assert.deepEqual(nested, []);
    const named = Object.keys(schemas).sort();
    assert.deepEqual([...new Set(referencesIn(document))].sort(), named);
    assert.ok(named.every((each) => /^[A-Z][A-Za-z0-9]+$/.test(each)));
  });

  test(`${name}: every refusal has the shape that is described`, () => {
    const fits = compileCheck(contract.refusalSchema);
    for (const [code, wire] of Object.entries(contract.refusals)) {
      const refusal = new Refusal(code as RefusalCode, { message: 'No.', fields: { lat: 'is required' } });
      assert.equal(fits(contract.encodeRefusal(refusal, wire).body), null, code);
    }
  });
}

/** Objects that are not behind a reference. Examples are values, and are left out. */
function namelessIn(node: unknown): readonly unknown[] {
  if (typeof node !== 'object' || node === null) return [];
  const { examples: _examples, example: _example, ...inner } = node as Record<string, unknown>;
  const here = [inner.type].flat().includes('object') ? [node] : [];
  return [...here, ...Object.values(inner).flatMap(namelessIn)];
}

function referencesIn(node: unknown): readonly string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { examples: _examples, example: _example, ...inner } = node as Record<string, unknown>;
  const here = typeof inner.$ref === 'string' ? [inner.$ref.replace('#/components/schemas/', '')] : [];
  return [...here, ...Object.values(inner).flatMap(referencesIn)];
}

test('where a web server hands over paths of a flight alone, the document is below the other base', () => {
  assert.deepEqual(coreHandedOver.documents, []);
  assert.ok(coreBelowTracker.documents.includes(openapi));
});

const document = documentOf(native);

test('what is described is what validates: the units, the bounds, what is required', () => {
  const [one, many] = document.paths['/position'].post.requestBody.content['application/json'].schema.anyOf;
  assert.deepEqual(
    [one.$ref, many.$ref],
    ['#/components/schemas/PositionReport', '#/components/schemas/PositionReports'],
  );
  const { PositionReport: report, PositionReports: reports } = document.components.schemas;
  assert.deepEqual(report.required, ['lat', 'lon']);
  assert.deepEqual([report.properties.lat.minimum, report.properties.lat.maximum], [-90, 90]);
  assert.match(report.properties.gs.description, /knots/);
  assert.deepEqual(reports.properties.positions.items, one);
  const statuses = Object.keys(document.paths['/finish'].post.responses);
  assert.deepEqual(statuses, ['200', '202', '400', '401', '403', '404', '409', '413', '415', '422', '429', '503']);
});

test('parameters of paths and queries are described with their place', () => {
  const placesOf = ({ parameters }: { parameters: readonly { name: string; in: string; required: boolean }[] }) =>
    parameters.map(({ name, in: place, required }) => `${place} ${name}${required ? '!' : ''}`);
  assert.deepEqual(placesOf(document.paths['/bids/{id}'].patch), ['path id!']);
  assert.deepEqual(placesOf(document.paths['/flight'].get), ['query flight_id', 'query pirep_id']);
  const [page] = document.paths['/schedules'].get.parameters.filter(({ name }: { name: string }) => name === 'page');
  assert.deepEqual([page.schema.minimum, page.schema.maximum], [1, 1_000_000]);
});

test('how a client authenticates is that of its contract', () => {
  const { components } = documentOf(coreAtApi);
  assert.deepEqual(Object.keys(components.securitySchemes), ['apiKey', 'bareKey']);
  assert.deepEqual(Object.keys(documentOf(stratosAtApi).components.securitySchemes), ['bearer', 'trackerToken']);
  assert.deepEqual(document.paths['/auth'].post.security, [{}, { clientToken: [] }]);
  assert.deepEqual(document.paths['/status'].get.security, []);
});

for (const [contract, field] of [
  [native, 'aircraft_choices[].registration'],
  [legacy, 'bid.aircraft_choices[].registration'],
] as const)
  test(`the page of ${contract.name} names every field and refusal, loads nothing, and every link in it leads somewhere`, () => {
    const page = docsPage.render(contract, [contract, smartcars3Seven, coreAtApi, coreHandedOver]);
    for (const code of Object.keys(contract.refusals)) assert.ok(page.includes(`id="${code}"`), code);
    for (const each of ['altitude_msl', 'positions', 'receipt.basis', 'next_interval', field])
      assert.ok(page.includes(each), each);
    assert.doesNotMatch(page, /<script|<img|<link|@import|url\(|https?:/);
    const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]));
    for (const [, target = ''] of page.matchAll(/href="#([^"]+)"/g)) assert.ok(ids.has(target), target);
    assert.match(docsPage.headers['content-security-policy'] ?? '', /^default-src 'none'; style-src 'sha256-/);
    const others = [...page.matchAll(/href="([^"#]*openapi\.json)"/g)].map(
      ([, link]) => new URL(link ?? '', `https://va.example/sub${contract.base}/docs`).pathname,
    );
    assert.deepEqual(others, [
      `/sub${contract.base}/openapi.json`,
      '/sub/api/tracker/smartcars/openapi.json',
      '/sub/api/openapi.json',
    ]);
  });
