import assert from 'node:assert/strict';
import { test } from 'node:test';
import { routesOf } from '../contract.ts';
import { docsPage } from './docs-page.ts';
import { native } from './native.ts';
import { openapi } from './openapi.ts';

const document = JSON.parse(openapi.render(native));
const routes = routesOf(native);

test('every route is described, once', () => {
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
});

test('what is described is what validates: the units, the bounds, what is required', () => {
  const [one, many] = document.paths['/position'].post.requestBody.content['application/json'].schema.anyOf;
  assert.deepEqual(one.required, ['lat', 'lon']);
  assert.deepEqual([one.properties.lat.minimum, one.properties.lat.maximum], [-90, 90]);
  assert.match(one.properties.gs.description, /knots/);
  assert.deepEqual(many.properties.positions.items.required, ['lat', 'lon']);
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

test('the page names every field and every refusal, loads nothing, and every link in it leads somewhere', () => {
  const page = docsPage.render(native);
  for (const code of Object.keys(native.refusals)) assert.ok(page.includes(`id="${code}"`), code);
  for (const field of [
    'altitude_msl',
    'positions',
    'receipt.basis',
    'next_interval',
    'aircraft_choices[].registration',
  ]) {
    assert.ok(page.includes(field), field);
  }
  assert.doesNotMatch(page, /<script|<img|<link|@import|url\(|https?:/);
  const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]));
  for (const [, target = ''] of page.matchAll(/href="#([^"]+)"/g)) assert.ok(ids.has(target), target);
  assert.match(docsPage.headers['content-security-policy'] ?? '', /^default-src 'none'; style-src 'sha256-/);
});
