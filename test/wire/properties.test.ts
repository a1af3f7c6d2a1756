import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { TObject } from 'typebox';
import { type Contract, type Route, routesOf } from '../../src/contracts/contract.ts';
import { legacy } from '../../src/contracts/legacy/legacy.ts';
import { native } from '../../src/contracts/native/native.ts';
import { compileCheck } from '../../src/contracts/shape.ts';
import { breaksOf, objectOf } from './arbitrary.ts';
import { closed } from './closed-schema.ts';
import { askingFor, type Headers, type Served, serve } from './served.ts';

/** A flight that is open, for calls that need one. */
async function openFlight(served: Served, headers: Headers): Promise<{ flightId: string; bidId: string }> {
  const session = served.world.calls.authenticate(headers['x-tracker-token'] ?? null);
  const bid = await served.world.bidFor(session);
  const request = { bidId: bid.id, aircraft: null, registration: null, freeFlight: null };
  const { flight } = await served.world.calls.start(session, request);
  return { flightId: flight.flight.id, bidId: bid.id };
}

function routesFor(contract: Contract, ...calls: readonly (keyof Contract['routes'])[]): readonly Route[] {
  return calls.flatMap((call) => contract.routes[call]);
}

function itemSchema({ body }: Route): TObject {
  if (body === null) throw new Error('a route with a body is meant');
  return body.kind === 'object' ? body.schema : body.item;
}

/** Ids that mean something lie outside a schema's power; here they are the right ones, or absent. */
const names = ['flight_id', 'pirep_id', 'bid_id'];
function withNames(body: Record<string, unknown>, right: Headers): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) =>
      names.includes(name) ? (right[name] === undefined ? [] : [[name, right[name]]]) : [[name, value]],
    ),
  );
}

async function assertDeclared(route: Route, answer: { status: number; json: unknown; text: string }): Promise<void> {
  const schema = route.answers[answer.status];
  assert.ok(schema !== undefined, `${route.path} answered ${answer.status}: ${answer.text}`);
  assert.equal(compileCheck(closed(schema))(answer.json), null);
}

for (const contract of [native, legacy]) {
  for (const route of routesFor(contract, 'report', 'recordEvents')) {
    test(`${contract.name} ${route.path}: what fits the schema is stored, one or many`, async () => {
      await using served = await serve(contract);
      const headers = await served.signIn();
      const { flightId, bidId } = await openFlight(served, headers);
      const right: Headers = contract === native ? { flight_id: flightId } : { flight_id: flightId, bid_id: bidId };
      const one = objectOf(itemSchema(route)).map((body) => withNames(body, right));
      const list = route.body?.kind === 'one-or-many' ? route.body.list : assert.fail();
      const bodies = fc.oneof(
        one,
        fc.array(one, { minLength: 1, maxLength: 5 }).map((items) => ({ [list]: items })),
      );
      const property = fc.asyncProperty(bodies, async (body) => {
        const answer = await served.ask(route.path, askingFor(route, headers, body));
        assert.equal(answer.status, 200, answer.text);
        await assertDeclared(route, answer);
      });
      await fc.assert(property, { numRuns: 150 });
    });
  }

  for (const route of routesFor(contract, 'login', 'report', 'recordEvents', 'start', 'finish', 'cancel')) {
    test(`${contract.name} ${route.path}: one broken rule is a 422 that names the field`, async () => {
      await using served = await serve(contract);
      const headers = await served.signIn();
      const { bidId } = await openFlight(served, headers);
      const schema = itemSchema(route);
      const base = { lat: 1, lon: 2, kind: 'note', bid_id: bidId };
      for (const { field, value } of breaksOf(schema, contract.coerce !== null)) {
        const body = Object.fromEntries(
          Object.entries({ ...base, [field]: value }).filter(([name]) => name in schema.properties),
        );
        const answer = await served.ask(route.path, askingFor(route, headers, body));
        const said = `${field}: ${JSON.stringify(value)?.slice(0, 60)} → ${answer.text.slice(0, 300)}`;
        assert.equal(answer.status, 422, said);
        const named = Object.keys(answer.json.error.fields);
        assert.ok(
          named.some((name) => name === field || name.startsWith(`${field}[`) || name.startsWith(`${field}.`)),
          said,
        );
      }
    });
  }

  test(`${contract.name}: any bytes at any path are answered below 500`, async () => {
    await using served = await serve(contract);
    const headers = await served.signIn();
    await openFlight(served, headers);
    const routes = routesOf(contract);
    const sample = Buffer.from(
      JSON.stringify({ positions: [{ lat: 1, lon: 2, phase: 'ENR' }], kind: 'note', data: { a: [1] }, log: ['a'] }),
    );
    const mutated = fc.tuple(fc.nat(sample.length - 1), fc.uint8Array({ maxLength: 6 })).map(([at, bytes]) => {
      return Buffer.concat([sample.subarray(0, at), bytes, sample.subarray(at + bytes.length)]);
    });
    const json = fc.json({ maxDepth: 6 }).map((text) => Buffer.from(text));
    const bodies = fc.oneof(
      fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
      mutated,
      json,
    );
    const types = fc.constantFrom(
      'application/json',
      'application/x-www-form-urlencoded',
      'text/plain',
      'application/json; charset=x',
      ';',
      'a/b/c',
    );
    const codings = fc.constantFrom('', 'gzip', 'gzip', 'deflate', 'x-gzip, gzip');
    const methods = fc.constantFrom('', 'PUT', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE');
    const suffixes = fc.constantFrom(
      '',
      '',
      '/',
      '?flight_id=%00',
      '?flight_id=a&flight_id=b',
      '/..',
      '/%2e%2e',
      '%',
      '?%',
    );
    const given = fc.tuple(fc.constantFrom(...routes), bodies, types, codings, fc.boolean(), methods, suffixes);
    const property = fc.asyncProperty(given, async ([route, bytes, type, coding, isPacked, method, suffix]) => {
      const body = isPacked && coding === 'gzip' ? gzipSync(bytes) : bytes;
      const sent = { ...headers, 'content-type': type, ...(coding === '' ? {} : { 'content-encoding': coding }) };
      const isBodyless = method === 'HEAD' || method === 'TRACE' || (method === '' && route.method === 'GET');
      const asking = {
        method: method || route.method,
        headers: isBodyless ? headers : sent,
        ...(isBodyless ? {} : { body }),
      };
      const answer = await served.ask(route.path + suffix, asking);
      assert.ok(
        answer.status < 500,
        `${asking.method} ${route.path}${suffix} answered ${answer.status} ${answer.text}`,
      );
      if (answer.status >= 400 && method !== 'HEAD') assert.equal(answer.json?.success, false);
    });
    await fc.assert(property, { numRuns: 500 });
    assert.deepEqual(
      served.logLines.filter((line) => JSON.parse(line).level === 'error'),
      [],
    );
  });
}

test('what finish is told is filed, whatever of it is told', async () => {
  await using served = await serve(native);
  await served.configure({ bids_required: 'false' });
  const headers = await served.signIn();
  const [finish] = native.routes.finish;
  const schema = finish?.body?.kind === 'object' ? finish.body.schema : assert.fail();
  let number = 100;
  const property = fc.asyncProperty(objectOf(schema), async (figures) => {
    number += 1;
    const flight = {
      flight_number: String(number),
      departure: 'LSZH',
      arrival: 'EDDF',
      aircraft: 'A320',
      airline: 'DMO',
    };
    const started = await served.ask('/start', { headers, body: flight });
    assert.equal(started.status, 200, started.text);
    const body = { ...withNames(figures, {}), flight_id: started.json.flight_id };
    const filed = await served.ask('/finish', { headers, body });
    assert.equal(filed.status, 200, filed.text);
    await assertDeclared(finish ?? assert.fail(), filed);
    const again = await served.ask('/finish', { headers, body });
    assert.deepEqual(again.json, { ...filed.json, repeated: true });
  });
  await fc.assert(property, { numRuns: 40 });
});

test('every other call answers as it declares', async () => {
  await using served = await serve(native);
  const headers = await served.signIn();
  const { bidId } = await openFlight(served, headers);
  const bodies: Readonly<Record<string, object>> = {
    '/auth': { login: 'ben@demo-air.example', password: 'demo-pilot' },
    '/start': { bid_id: bidId },
    '/position': { lat: 1, lon: 2 },
  };
  for (const route of routesFor(
    native,
    'status',
    'login',
    'listBids',
    'start',
    'report',
    'readFlight',
    'cancel',
    'logout',
  )) {
    const answer = await served.ask(route.path, askingFor(route, headers, bodies[route.path] ?? {}));
    await assertDeclared(route, answer);
  }
});

test('every script answers as it declares', async () => {
  await using served = await serve(legacy);
  const headers = await served.signIn();
  const { bidId } = await openFlight(served, headers);
  const bodies: Readonly<Record<string, object>> = {
    '/login.php': { login: 'ben@demo-air.example', password: 'demo-pilot' },
    '/position.php': { lat: 1, lon: 2, bid_id: bidId },
  };
  for (const route of routesFor(legacy, 'status', 'login', 'latestBid', 'report', 'finish')) {
    const answer = await served.ask(route.path, askingFor(route, headers, bodies[route.path] ?? {}));
    await assertDeclared(route, answer);
  }
});
