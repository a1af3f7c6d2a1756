import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { native } from '../../src/contracts/native/native.ts';
import { digest } from '../../src/lib/tokens.ts';
import { demoPassword } from '../../src/platform/embedded/demo.ts';
import type { Asking } from './ask.ts';
import { type Headers, positionsOf, type Served, serve } from './served.ts';

const startsAt = Date.parse('2026-05-04T12:00:00Z');
const open = () => serve(native, { logLevel: 'warn' }, { startsAt });
const login = { login: 'ada@demo-air.example', password: demoPassword };

async function bidOf({ world }: Served): Promise<string> {
  return (await world.bidFor(await world.signIn())).id;
}

async function startedOn(served: Served): Promise<Headers> {
  const headers = await served.signIn();
  await served.ask('/start', { headers, body: { bid_id: await bidOf(served) } });
  return headers;
}

test('a cancellation is 200 once the crew center has it, and 202 while that is away', async () => {
  await using served = await open();
  const headers = await startedOn(served);
  served.world.line.fail('cancelPirep', 'before');
  const away = await served.ask('/cancel', { headers, body: { reason: 'Weather' } });
  assert.deepEqual([away.status, away.json.state, away.json.repeated], [202, 'cancelled', false]);
  served.world.line.heal();
  await served.world.until(async () => (await served.world.tracking.operator.listOutbox()).length === 0);
  await served.ask('/start', { headers, body: { bid_id: await bidOf(served) } });
  const there = await served.ask('/cancel', { headers, body: {} });
  assert.deepEqual([there.status, there.json.state, there.json.repeated], [200, 'cancelled', false]);
});

test('status tells the four fields of the specification and what else a client needs, without a session', async () => {
  await using served = await open();
  await served.assume({ logoUrl: 'https://va.example/logo.png' });
  const { status, json, headers } = await served.ask('/status');
  assert.equal(status, 200);
  const { success, tracker_api, platform, mode, name, version, server_time, branding } = json;
  assert.deepEqual(
    { success, tracker_api, platform, mode, name, version, server_time, branding },
    {
      success: true,
      tracker_api: true,
      platform: 'host_v7',
      mode: 'native_module',
      name: 'Demo Air',
      version: '1.2.0',
      server_time: '2026-05-04T12:00:05.000Z',
      branding: { logo_url: 'https://va.example/logo.png', primary_color: '#1f4e79' },
    },
  );
  assert.equal(headers['cache-control'], 'no-store');
  assert.equal(headers['x-content-type-options'], 'nosniff');
});

test('a flight from login to receipt', async () => {
  await using served = await open();
  const { json: granted } = await served.ask('/auth', { body: login });
  const headers = { authorization: `Bearer ${granted.token}` };
  const bids = await served.ask('/bids', { headers });
  assert.equal(bids.json.bids[0].registration, 'HB-JMJ');
  assert.equal((await served.ask('/flight', { headers })).json.flight, null);
  const { json: started } = await served.ask('/start', { headers, body: { bid_id: bids.json.bids[0].id } });
  assert.deepEqual([started.state, started.resumed], ['open', false]);
  const body = {
    lat: 47.45,
    lon: 8.56,
    seq: 1,
    heading: 360,
    gs: 250,
    phase: 'ENR',
    recorded_at: '2026-05-04T11:59:59Z',
  };
  const position = await served.ask('/position', { headers, body });
  assert.deepEqual(position.json, {
    success: true,
    stored: 1,
    duplicate: 0,
    refused: [],
    last_seq: 1,
    state: 'open',
    phase: 'cruise',
    next_interval: 10,
    flight_id: started.flight_id,
    pirep_id: started.pirep_id,
  });
  const [stored] = await positionsOf(served, started.flight_id);
  assert.equal(stored?.headingDeg, 0);
  assert.equal(stored?.recordedAt, Date.parse('2026-05-04T11:59:59Z'));
  assert.equal((await served.ask('/event', { headers, body: { kind: 'Takeoff' } })).json.stored, 1);
  const finish = await served.ask('/finish', { headers, method: 'POST' });
  assert.equal(finish.status, 200);
  assert.equal(finish.json.receipt.fuel_used, null);
  assert.equal(finish.json.receipt.basis.block_on_at, 'estimated');
});

test('in a list the good positions are stored and the bad ones named by their place', async () => {
  await using served = await open();
  const headers = await startedOn(served);
  const positions = [
    { lat: 1, lon: 2 },
    { lat: 91, lon: 2 },
    'x',
    { lat: 3, lon: 4, recorded_at: '2026-05-04T12:06:00Z' },
  ];
  const mixed = await served.ask('/position', { headers, body: { positions } });
  assert.equal(mixed.status, 200);
  assert.equal(mixed.json.stored, 1);
  assert.deepEqual(mixed.json.refused, [
    { index: 1, fields: { lat: 'must be a number from -90 to 90' } },
    { index: 2, fields: { lat: 'is required', lon: 'is required' } },
    {
      index: 3,
      fields: { recorded_at: 'is more than 5 minutes ahead of the server; adjust the clock with server_time' },
    },
  ]);
  const bad = await served.ask('/position', { headers, body: { positions: positions.slice(1) } });
  assert.equal(bad.status, 422);
  assert.deepEqual(Object.keys(bad.json.error.fields), [
    'positions[0].lat',
    'positions[1].lat',
    'positions[1].lon',
    'positions[2].recorded_at',
  ]);
});

test('a refusal has the members of RFC 9457 beside our own', async () => {
  await using served = await open();
  const headers = await served.signIn();
  served.world.line.fail('listBids', 'before');
  const { status, headers: told, json } = await served.ask('/bids', { headers });
  assert.deepEqual(
    [status, told['retry-after'], told['content-type']],
    [503, '5', 'application/problem+json; charset=utf-8'],
  );
  assert.deepEqual(json, {
    success: false,
    error: { code: 'crew-center-unavailable', message: 'The crew center is out of reach.' },
    type: 'docs#crew-center-unavailable',
    title: 'Crew center unavailable',
    status: 503,
    detail: 'The crew center is out of reach.',
  });
});

const gone = (asking: Asking, path = '/position') => ({ path, asking });
const refused: readonly [string, ReturnType<typeof gone>, number, string][] = [
  ['no JSON', gone({ body: '{"lat":' }), 400, 'malformed'],
  ['no UTF-8', gone({ body: Buffer.from([0x22, 0xff, 0x22]) }), 400, 'malformed'],
  ['no object', gone({ body: '[1]' }), 400, 'malformed'],
  ['a prototype', gone({ body: '{"lat":1,"lon":2,"\\u005f_proto__":{"a":1}}' }), 400, 'malformed'],
  ['bad gzip', gone({ body: 'abc', headers: { 'content-encoding': 'gzip' } }), 400, 'malformed'],
  [
    'half a gzip',
    gone({ body: gzipSync('{"lat":1,"lon":2}').subarray(0, 20), headers: { 'content-encoding': 'gzip' } }),
    400,
    'malformed',
  ],
  ['another coding', gone({ body: '{}', headers: { 'content-encoding': 'br' } }), 415, 'not-json'],
  [
    'another charset',
    gone({ body: '{}', headers: { 'content-type': 'application/json; charset=utf-16' } }),
    415,
    'not-json',
  ],
  [
    'a form',
    gone({ body: 'lat=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
    415,
    'not-json',
  ],
  ['no type at all', gone({ body: '{}', headers: { 'content-type': '' } }), 415, 'not-json'],
  ['a large body', gone({ body: `{"lat":1,"lon":2,"x":"${'a'.repeat(1 << 20)}"}` }), 413, 'too-large'],
  [
    'a gzip bomb',
    gone({ body: gzipSync(Buffer.alloc(50 << 20, 0x20)), headers: { 'content-encoding': 'gzip' } }),
    413,
    'too-large',
  ],
  [
    'a deep body',
    gone({ body: `{"kind":"note","data":${'['.repeat(400_000)}${']'.repeat(400_000)}}` }, '/event'),
    400,
    'malformed',
  ],
  ['a huge number', gone({ body: '{"lat":1e400,"lon":2}' }), 422, 'invalid'],
  ['text for a number', gone({ body: { lat: '1', lon: 2 } }), 422, 'invalid'],
  ['too many', gone({ body: { positions: Array.from({ length: 501 }, () => ({ lat: 1, lon: 2 })) } }), 422, 'invalid'],
  ['none', gone({ body: { positions: [] } }), 422, 'invalid'],
  ['a day that is none', gone({ body: { lat: 1, lon: 2, recorded_at: '2026-02-30T00:00:00Z' } }), 422, 'invalid'],
  ['another method', gone({ method: 'PUT' }), 405, 'method-not-allowed'],
  ['another path', gone({ body: {} }, '/positions'), 404, 'not-found'],
  ['a broken path', gone({ body: {} }, '/%ff%'), 400, 'malformed'],
];

test('whatever a client sends is refused with a status and a code that say why', async (t) => {
  await using served = await open();
  const headers = await startedOn(served);
  for (const [what, { path, asking }, status, code] of refused) {
    await t.test(what, async () => {
      const answer = await served.ask(path, { ...asking, headers: { ...headers, ...asking.headers } });
      assert.deepEqual([answer.status, answer.json?.error?.code], [status, code]);
      assert.equal(answer.json.success, false);
      if (status === 405) assert.equal(answer.headers.allow, 'POST, OPTIONS');
    });
  }
  assert.deepEqual(served.logLines, []);
});

test('bodies may come as gzip, and long answers go as gzip to those who take it', async () => {
  await using served = await open();
  const headers = await served.signIn();
  const gzipped = { ...headers, 'content-encoding': 'gzip' };
  const body = gzipSync(JSON.stringify({ bid_id: await bidOf(served) }));
  const start = await served.ask('/start', { headers: gzipped, body });
  assert.equal(start.status, 200);
  const plain = await served.ask('/openapi.json');
  const packed = await served.ask('/openapi.json', { headers: { 'accept-encoding': 'br;q=1, gzip' } });
  assert.equal(packed.headers['content-encoding'], 'gzip');
  assert.equal(packed.headers.vary, 'accept-encoding');
  assert.equal(gunzipSync(packed.bytes).toString(), plain.text);
  const unwanted = await served.ask('/openapi.json', { headers: { 'accept-encoding': 'gzip;q=0' } });
  assert.equal(unwanted.headers['content-encoding'], undefined);
});

test('a preflight is answered without token and without credentials', async () => {
  await using served = await open();
  await served.assume({ clientTokenRequired: true, clientTokenHash: digest('shared') });
  const { status, headers } = await served.ask('/position', {
    method: 'OPTIONS',
    headers: { origin: 'https://client.example' },
  });
  assert.deepEqual(
    [status, headers['access-control-allow-origin'], headers['access-control-allow-methods']],
    [204, '*', 'POST, OPTIONS'],
  );
  assert.equal(headers['access-control-allow-credentials'], undefined);
  assert.match(headers['access-control-allow-headers'] ?? '', /Authorization.*X-Tracker-Token, X-Tracker-Client/);
});

test('the client token is asked of every call but status, openapi.json and docs', async () => {
  await using served = await open();
  const session = await served.signIn();
  await served.assume({ clientTokenRequired: true, clientTokenHash: digest('shared') });
  for (const path of ['/status', '/openapi.json', '/docs']) assert.equal((await served.ask(path)).status, 200);
  const signingIn = { body: login };
  const wrong: readonly Record<string, string>[] = [{}, { 'x-tracker-client': 'other' }, { 'x-tracker-client': '' }];
  for (const headers of wrong) {
    assert.equal((await served.ask('/auth', { ...signingIn, headers })).json.error.code, 'client-token');
    assert.equal((await served.ask('/bids', { headers: { ...session, ...headers } })).json.error.code, 'client-token');
  }
  const shared = { 'x-tracker-client': 'shared' };
  assert.equal((await served.ask('/auth', { ...signingIn, headers: shared })).status, 200);
  assert.equal((await served.ask('/bids', { headers: { ...session, ...shared } })).status, 200);
  await served.assume({ clientTokenRequired: true, clientTokenHash: null });
  assert.equal((await served.ask('/auth', { ...signingIn, headers: shared })).status, 403);
});

test('with the module switched off nothing begins, and an open flight goes on', async () => {
  await using served = await open();
  const headers = await served.signIn();
  const body = { lat: 1, lon: 2 };
  await served.assume({ enabled: false });
  for (const [path, asking] of [
    ['/status', {}],
    ['/bids', { headers }],
    ['/auth', { body: login }],
    ['/start', { headers, body: { bid_id: '41' } }],
    ['/position', { headers, body }],
    ['/finish', { headers, body: {} }],
  ] as const) {
    const { status, json } = await served.ask(path, asking);
    assert.deepEqual([path, status, json.error.code], [path, 404, 'module-disabled']);
  }
  await served.assume({ enabled: true });
  await served.ask('/start', { headers, body: { bid_id: await bidOf(served) } });
  await served.assume({ enabled: false });
  assert.equal((await served.ask('/position', { headers, body })).status, 200);
  assert.equal((await served.ask('/finish', { headers, body: {} })).status, 200);
});

test('the token may come as X-Tracker-Token, never in the query or the body', async () => {
  await using served = await open();
  const { 'x-tracker-token': token = '' } = await served.signIn();
  const status = async (asking: Asking, path = '/bids') => (await served.ask(path, asking)).status;
  assert.equal(await status({ headers: { 'x-tracker-token': token } }), 200);
  assert.equal(await status({ headers: { authorization: `bearer ${token}` } }), 200);
  assert.equal(await status({ headers: { authorization: 'Basic abc', 'x-tracker-token': token } }), 200);
  assert.equal(await status({}, `/bids?token=${token}`), 401);
  assert.equal(await status({ body: { token, bid_id: '41' } }, '/start'), 401);
});

test('a bug is answered with a body that says nothing, and logged once with the id of the request', async () => {
  await using served = await open();
  const headers = await served.signIn();
  served.world.line.fail('listBids', 'bug');
  const { status, json, headers: told } = await served.ask('/bids?token=abc', { headers });
  assert.equal(status, 500);
  assert.deepEqual(Object.keys(json.error), ['code', 'message']);
  assert.doesNotMatch(JSON.stringify(json), /hunter2|core\.php/);
  assert.equal(served.logLines.length, 1);
  const line = JSON.parse(served.logLines[0] ?? '');
  assert.equal(line.requestId, told['x-request-id']);
  assert.equal(line.path, '/api/tracker/bids');
  assert.doesNotMatch(served.logLines[0] ?? '', /hunter2/);
});
