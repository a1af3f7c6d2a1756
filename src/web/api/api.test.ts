import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { TSchema } from 'typebox';
import { apiWorld } from '../../../test/api-world.ts';
import { compileCheck } from '../../contracts/shape.ts';

interface Operation {
  readonly parameters: readonly { readonly name: string; readonly example?: string }[];
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: TSchema }>> }>
  >;
  readonly security: readonly object[];
}

test('every call of the description answers as it says, with a key and without', async () => {
  const { web, filed, open, get } = await apiWorld();
  await using _ = web;
  const document = (await get('/openapi.json')).json() as { paths: Record<string, { get: Operation }> };
  const paths = Object.entries(document.paths);
  assert.ok(paths.length >= 14, String(paths.length));
  for (const [path, { get: operation }] of paths) {
    if (path === '/changes') continue;
    const id = path.startsWith('/live/') ? (open.pirepId ?? open.id) : filed.id;
    const url = path.replace('{id}', id).replace('{ident}', filed.pilot.ident);
    const examples = operation.parameters.flatMap(({ name, example }) =>
      example === undefined ? [] : [[name, example] as [string, string]],
    );
    const response = await get(`${url}?${new URLSearchParams(examples)}`);
    assert.equal(response.statusCode, 200, `${url} ${response.body}`);
    const [[media, { schema }]] = Object.entries(operation.responses[200]?.content ?? {}) as [
      [string, { schema: TSchema }],
    ];
    assert.ok(String(response.headers['content-type']).startsWith(media), `${url} ${response.headers['content-type']}`);
    if (media === 'application/json') assert.equal(compileCheck(schema)(response.json()), null, url);
    const isPublic = operation.security.some((each) => Object.keys(each).length === 0);
    const bare = await web.get(`/tracker/api/v1${url}`);
    assert.equal(bare.statusCode, isPublic ? 200 : 401, url);
    if (!isPublic) assert.match(String(bare.headers['www-authenticate']), /^Bearer/);
    assert.doesNotMatch(bare.body, /Ada|Keller|DMO0001|demo-air\.example/, url);
    assert.doesNotMatch(response.body, /Ada|Keller|demo-air\.example/, url);
  }
});

test('the page lists every call, and leads to the description', async () => {
  const { web, get } = await apiWorld();
  await using _ = web;
  const page = (await web.get('/tracker/api/v1/')).body;
  const { paths } = (await get('/openapi.json')).json();
  for (const path of Object.keys(paths)) assert.ok(page.includes(`<code>GET ${path}</code>`), path);
  assert.match(page, /href="\.\.\/\.\.\/api\/v1\/openapi\.json"/);
});

test('a site below a path is served too, and so is a crew center in a folder that is called tracker', async () => {
  const { web } = await apiWorld();
  await using _ = web;
  assert.equal((await web.get('/crew/tracker/api/v1/live')).statusCode, 200);
  assert.equal((await web.get('/tracker/api/tracker/status')).json().success, true);
});

test('a key opens what its scopes name, by either header, and not by the URL', async () => {
  const { web, filed, apiKeys } = await apiWorld();
  await using _ = web;
  const { secret, key } = await apiKeys.create('test', { name: 'Narrow', scopes: ['flights'], days: null });
  const ask = (path: string, headers: Record<string, string>) => web.get(`/tracker/api/v1${path}`, headers);
  const asKey = { 'x-api-key': secret.reveal() };
  assert.equal((await ask('/flights', asKey)).statusCode, 200);
  assert.equal((await ask('/flights', { authorization: `bearer ${secret.reveal()}` })).statusCode, 200);
  for (const path of ['/pireps', `/pilots/${filed.pilot.ident}`, '/changes']) {
    const refused = await ask(path, asKey);
    assert.deepEqual([refused.statusCode, refused.json().error.code], [403, 'forbidden'], path);
  }
  assert.equal((await ask(`/flights?key=${secret.reveal()}`, {})).statusCode, 401);
  assert.equal((await ask('/live', { 'x-api-key': 'trk_wrong' })).statusCode, 401, 'a wrong key is not taken for none');
  await apiKeys.revoke('test', key.id);
  assert.equal((await ask('/flights', asKey)).statusCode, 401);
});

test('flights and PIREPs are paged to the end, each once, and filtered', async () => {
  const { web, filed, open, get } = await apiWorld();
  await using _ = web;
  const ids = async (query: string) =>
    (await get(`/flights?${query}`)).json().flights.map((each: { flight_id: string }) => each.flight_id);
  const seen: string[] = [];
  for (let cursor = ''; ; ) {
    const { flights, next } = (await get(`/flights?limit=1${cursor}`)).json();
    seen.push(...flights.map((each: { flight_id: string }) => each.flight_id));
    if (next === null) break;
    cursor = `&cursor=${next}`;
  }
  assert.deepEqual(seen, [open.id, filed.id]);
  assert.deepEqual(await ids('state=filed'), [filed.id]);
  assert.deepEqual(await ids(`arrival=${filed.plan.arrival.icao.toLowerCase()}`), [filed.id]);
  assert.deepEqual(await ids('departure=XXXX'), []);
  assert.deepEqual(await ids(`pilot=${filed.pilot.ident.toLowerCase()}&limit=1`), [open.id]);
  assert.deepEqual(await ids('ended_since=2030-01-01T00:00:00Z'), [open.id]);
  const { pireps } = (await get('/pireps')).json();
  assert.deepEqual(
    pireps.map((each: { flight_id: string; pilot: string }) => [each.flight_id, each.pilot]),
    [[filed.id, filed.pilot.ident]],
  );
  for (const [query, field] of [
    ['limit=101', 'limit'],
    ['limit=x', 'limit'],
    ['cursor=0', 'cursor'],
    ['state=flying', 'state'],
    ['ended_since=today', 'ended_since'],
    ['departure=<b>', 'departure'],
  ]) {
    const refused = await get(`/flights?${query}`);
    assert.deepEqual([refused.statusCode, Object.keys(refused.json().error.fields)], [422, [field]], query);
  }
  for (const path of [
    '/flights/nobody',
    '/flights/nobody/track.gpx',
    '/live/acars/nobody',
    '/pilots/XYZ1',
    '/elsewhere',
  ])
    assert.equal((await get(path)).statusCode, 404, path);
  assert.equal((await get(`/flights/${filed.pirepId}`)).json().flight.flight_id, filed.id, 'by its PIREP');
});

test('a document that did not change is not sent again, and a long one is compressed', async () => {
  const { web, get } = await apiWorld();
  await using _ = web;
  const first = await get('/flights');
  const etag = String(first.headers.etag);
  const second = await get('/flights', { 'if-none-match': `"other", W/${etag}` });
  assert.deepEqual([second.statusCode, second.body], [304, '']);
  const packed = await get('/flights', { 'accept-encoding': 'gzip' });
  assert.equal(packed.headers['content-encoding'], 'gzip');
  assert.equal(gunzipSync(packed.rawPayload).toString('utf8'), first.body);
});

test('pages of other sites read it only if a setting names them', async () => {
  const { web } = await apiWorld({ apiOrigins: ['https://va.example'] });
  await using _ = web;
  const ask = (origin: string) => web.get('/tracker/api/v1/live', { origin });
  assert.equal((await ask('https://va.example')).headers['access-control-allow-origin'], 'https://va.example');
  assert.equal((await ask('https://other.example')).headers['access-control-allow-origin'], undefined);
  const headers = { origin: 'https://va.example', 'access-control-request-method': 'GET' };
  const preflight = await web.app.inject({ method: 'OPTIONS', url: '/tracker/api/v1/flights', headers });
  assert.equal(preflight.statusCode, 204);
  assert.match(String(preflight.headers['access-control-allow-headers']), /authorization, x-api-key/);
});

test('a program that asks too often is told when to come back', async () => {
  const { web, get } = await apiWorld();
  await using _ = web;
  const ask = async () => (await web.get('/tracker/api/v1/live')).statusCode;
  const statuses = await Promise.all(Array.from({ length: 60 }, ask));
  assert.equal(statuses.filter((status) => status === 429).length, 10);
  const refused = await web.get('/tracker/api/v1/live');
  assert.ok(Number(refused.headers['retry-after']) >= 1);
  assert.equal((await get('/live')).statusCode, 200, 'a key counts by itself');
});

test('requests with a wrong key, or with none, count for the network they come from', async () => {
  const { web, get } = await apiWorld();
  await using _ = web;
  const ask = async (count: number) => {
    const key = count % 2 === 0 ? { 'x-api-key': `trk_${count}` } : {};
    const remoteAddress = `2001:db8:0:1::${count.toString(16)}`;
    const headers = { host: 'va.example', ...key };
    return (await web.app.inject({ url: '/tracker/api/v1/pireps', remoteAddress, headers })).statusCode;
  };
  const statuses: number[] = [];
  for (let count = 0; count < 60; count++) statuses.push(await ask(count));
  assert.deepEqual(statuses, [...Array.from({ length: 50 }, () => 401), ...Array.from({ length: 10 }, () => 429)]);
  assert.equal((await get('/pireps')).statusCode, 200);
});

/** Reads events of the stream until there are `count`. */
async function readEvents(url: string, headers: Record<string, string>, count: number) {
  const request = httpGet(url, { headers });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  assert.equal(response.statusCode, 200);
  const events: { readonly id: number; readonly change: string; readonly flight: string }[] = [];
  let text = '';
  for await (const chunk of response) {
    text += String(chunk);
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (data === undefined) continue;
      const { number, change, flight } = JSON.parse(data);
      assert.equal(Number(/^id: (\d+)$/m.exec(block)?.[1]), number);
      events.push({ id: number, change, flight: flight.flight_id });
    }
    if (events.length >= count) break;
  }
  request.destroy();
  return events;
}

test('the stream of changes continues where a program was, also after a restart of the server', async () => {
  const { web, world, filed, open, headers } = await apiWorld();
  await using _ = web;
  const urlNow = () => `${world.server.url}/tracker/api/v1/changes`;
  const all = await readEvents(urlNow(), { ...headers, 'last-event-id': '0' }, 4);
  assert.deepEqual(
    all.map(({ change, flight }) => `${change} ${flight === filed.id ? 'first' : flight === open.id ? 'second' : '?'}`),
    ['started first', 'filing first', 'filed first', 'started second'],
  );
  await world.restart();
  const session = await world.signIn();
  await world.calls.cancel(session, { name: null, reason: null });
  const rest = await readEvents(urlNow(), { ...headers, 'last-event-id': String(all[1]?.id) }, 3);
  assert.deepEqual(
    rest.map(({ change }) => change),
    ['filed', 'started', 'cancelled'],
  );
  const wrong = await web.get('/tracker/api/v1/changes', { ...headers, 'last-event-id': 'x' });
  assert.equal(wrong.statusCode, 422);
});

test('a program that knows later numbers than the journal, which was restored, is told so and continues with what follows', async () => {
  const { web, world, headers } = await apiWorld();
  await using _ = web;
  const request = httpGet(`${world.server.url}/tracker/api/v1/changes`, {
    headers: { ...headers, 'last-event-id': '5000' },
  });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  await world.calls.cancel(await world.signIn(), { name: null, reason: null });
  let text = '';
  for await (const piece of response as AsyncIterable<Buffer>) {
    text += piece.toString();
    if (text.includes('event: change')) break;
  }
  assert.match(text, /event: gap\ndata: \{"after":5000\}/);
  assert.match(text, /"change":"cancelled"/);
});

test('a stream ends when its key is revoked', async () => {
  const { web, world, apiKeys, key, headers } = await apiWorld();
  await using _ = web;
  const request = httpGet(`${world.server.url}/tracker/api/v1/changes`, { headers });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.resume();
  await apiKeys.revoke('test', key.id);
  const ended = once(response, 'end');
  await world.clock.advance(15_000);
  await ended;
});

test('a stream whose program reads nothing ends too when its key is revoked, and the server goes on', async () => {
  const { web, world, apiKeys, key, open, headers } = await apiWorld();
  await using _ = web;
  const { flight } = (await world.tracking.operator.readFlight(open.id)) ?? assert.fail();
  const long = { ...flight, plan: { ...flight.plan, route: 'x'.repeat(8_000) } };
  const at = world.clock.now();
  await Promise.all(Array.from({ length: 2_500 }, () => world.journal.saveFlight(long, { kind: 'described', at })));
  const request = httpGet(`${world.server.url}/tracker/api/v1/changes`, {
    headers: { ...headers, 'last-event-id': '0' },
  });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  // Cut off, or at its end: both are right.
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  response.on('error', () => undefined).on('close', resolve);
  await apiKeys.revoke('test', key.id);
  await world.clock.advance(15_000);
  await world.calls.cancel(await world.signIn(), { name: null, reason: null });
  response.resume();
  await closed;
  assert.equal((await web.get('/tracker/api/v1/live')).statusCode, 200);
});
