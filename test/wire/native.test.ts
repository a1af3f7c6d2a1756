import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { native } from '../../src/contracts/native/native.ts';
import { digest } from '../../src/lib/tokens.ts';
import { Refusal } from '../../src/tracking/refusals.ts';
import { settings } from './memory-calls.ts';
import { type Asking, openWire, type WireWorld } from './wire-world.ts';

const api = '/api/tracker';

async function loggedIn(world: WireWorld) {
  const { json } = await world.ask(`${api}/auth`, { body: { login: 'carla@va.example', password: 'right' } });
  return { authorization: `Bearer ${json.token}` };
}

test('status tells the four fields of the specification and what else a client needs, without a session', async () => {
  await using world = await openWire(native);
  const { status, json, headers } = await world.ask(`${api}/status`);
  assert.equal(status, 200);
  const { success, tracker_api, platform, mode, name, version, server_time, branding } = json;
  assert.deepEqual(
    { success, tracker_api, platform, mode, name, version, server_time, branding },
    {
      success: true,
      tracker_api: true,
      platform: 'host_v7',
      mode: 'native_module',
      name: 'Very Much Airlines',
      version: '1.2.0',
      server_time: '2026-05-04T12:00:00.000Z',
      branding: { logo_url: 'https://va.example/logo.png' },
    },
  );
  assert.equal(headers['cache-control'], 'no-store');
  assert.equal(headers['x-content-type-options'], 'nosniff');
});

test('a flight from login to receipt', async () => {
  await using world = await openWire(native);
  const headers = await loggedIn(world);
  const bids = await world.ask(`${api}/bids`, { headers });
  assert.equal(bids.json.bids[0].registration, 'HB-JMA');
  assert.equal((await world.ask(`${api}/flight`, { headers })).json.flight, null);
  const start = await world.ask(`${api}/start`, { headers, body: { bid_id: bids.json.bids[0].id } });
  assert.deepEqual([start.json.flight_id, start.json.state, start.json.resumed], ['F1', 'open', false]);
  const body = {
    lat: 47.45,
    lon: 8.56,
    seq: 1,
    heading: 360,
    gs: 250,
    phase: 'ENR',
    recorded_at: '2026-05-04T11:59:59Z',
  };
  const position = await world.ask(`${api}/position`, { headers, body });
  assert.deepEqual(position.json, {
    success: true,
    stored: 1,
    duplicate: 0,
    refused: [],
    last_seq: 1,
    state: 'open',
    phase: 'cruise',
    next_interval: 5,
    flight_id: 'F1',
    pirep_id: 'P1',
  });
  const [stored] = world.calls.reports[0]?.positions ?? [];
  assert.equal(stored?.headingDeg, 0);
  assert.equal(stored?.recordedAt, Date.parse('2026-05-04T11:59:59Z'));
  assert.equal((await world.ask(`${api}/event`, { headers, body: { kind: 'Takeoff' } })).json.stored, 1);
  const finish = await world.ask(`${api}/finish`, { headers, method: 'POST' });
  assert.equal(finish.status, 200);
  assert.equal(finish.json.receipt.fuel_used, null);
  assert.equal(finish.json.receipt.basis.block_on_at, 'estimated');
});

test('in a list the good positions are stored and the bad ones named by their place', async () => {
  await using world = await openWire(native);
  const headers = await loggedIn(world);
  await world.ask(`${api}/start`, { headers, body: { bid_id: 41 } });
  const positions = [
    { lat: 1, lon: 2 },
    { lat: 91, lon: 2 },
    'x',
    { lat: 3, lon: 4, recorded_at: '2026-05-04T12:06:00Z' },
  ];
  const mixed = await world.ask(`${api}/position`, { headers, body: { positions } });
  assert.equal(mixed.status, 200);
  assert.equal(mixed.json.stored, 1);
  assert.deepEqual(mixed.json.refused, [
    { index: 1, fields: { lat: 'must be a number from -90 to 90' } },
    { index: 2, fields: { lat: 'is required', lon: 'is required' } },
    { index: 3, fields: { recorded_at: 'lies in the future' } },
  ]);
  const bad = await world.ask(`${api}/position`, { headers, body: { positions: positions.slice(1) } });
  assert.equal(bad.status, 422);
  assert.deepEqual(Object.keys(bad.json.error.fields), [
    'positions[0].lat',
    'positions[1].lat',
    'positions[1].lon',
    'positions[2].recorded_at',
  ]);
});

test('a refusal has the members of RFC 9457 beside our own, and the flight whose state forbids the call', async () => {
  await using world = await openWire(native);
  const headers = await loggedIn(world);
  await world.ask(`${api}/start`, { headers, body: { bid_id: '41' } });
  const { flight } = (await world.ask(`${api}/flight`, { headers })).json;
  assert.equal(flight.state, 'open');
  world.calls.failure = new Refusal('crew-center-unavailable', { message: 'Try again.', retryAfterS: 7.2 });
  const { status, headers: told, json } = await world.ask(`${api}/finish`, { headers, body: {} });
  assert.deepEqual(
    [status, told['retry-after'], told['content-type']],
    [503, '8', 'application/problem+json; charset=utf-8'],
  );
  assert.deepEqual(json, {
    success: false,
    error: { code: 'crew-center-unavailable', message: 'Try again.' },
    type: 'docs#crew-center-unavailable',
    title: 'Crew center out of reach',
    status: 503,
    detail: 'Try again.',
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
  await using world = await openWire(native);
  const headers = await loggedIn(world);
  await world.ask(`${api}/start`, { headers, body: { bid_id: '41' } });
  for (const [what, { path, asking }, status, code] of refused) {
    await t.test(what, async () => {
      const answer = await world.ask(api + path, { ...asking, headers: { ...headers, ...asking.headers } });
      assert.deepEqual([answer.status, answer.json?.error?.code], [status, code]);
      assert.equal(answer.json.success, false);
      if (status === 405) assert.equal(answer.headers.allow, 'POST, OPTIONS');
    });
  }
  assert.deepEqual(world.logLines, []);
});

test('bodies may come as gzip, and long answers go as gzip to those who take it', async () => {
  await using world = await openWire(native);
  const headers = await loggedIn(world);
  const gzipped = { ...headers, 'content-encoding': 'gzip' };
  const start = await world.ask(`${api}/start`, { headers: gzipped, body: gzipSync('{"bid_id":"41"}') });
  assert.equal(start.status, 200);
  const plain = await world.ask(`${api}/openapi.json`);
  const packed = await world.ask(`${api}/openapi.json`, { headers: { 'accept-encoding': 'br;q=1, gzip' } });
  assert.equal(packed.headers['content-encoding'], 'gzip');
  assert.equal(packed.headers.vary, 'accept-encoding');
  assert.equal(gunzipSync(packed.bytes).toString(), plain.text);
  const unwanted = await world.ask(`${api}/openapi.json`, { headers: { 'accept-encoding': 'gzip;q=0' } });
  assert.equal(unwanted.headers['content-encoding'], undefined);
});

test('a preflight is answered without token and without credentials', async () => {
  await using world = await openWire(native);
  world.calls.settings = { ...settings, clientTokenRequired: true, clientTokenHash: digest('shared') };
  const { status, headers } = await world.ask(`${api}/position`, {
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
  await using world = await openWire(native);
  const session = await loggedIn(world);
  world.calls.settings = { ...settings, clientTokenRequired: true, clientTokenHash: digest('shared') };
  for (const path of ['/status', '/openapi.json', '/docs']) assert.equal((await world.ask(api + path)).status, 200);
  const login = { body: { login: 'x', password: 'right' } };
  const wrong: readonly Record<string, string>[] = [{}, { 'x-tracker-client': 'other' }, { 'x-tracker-client': '' }];
  for (const headers of wrong) {
    assert.equal((await world.ask(`${api}/auth`, { ...login, headers })).json.error.code, 'client-token');
    assert.equal(
      (await world.ask(`${api}/bids`, { headers: { ...session, ...headers } })).json.error.code,
      'client-token',
    );
  }
  const shared = { 'x-tracker-client': 'shared' };
  assert.equal((await world.ask(`${api}/auth`, { ...login, headers: shared })).status, 200);
  assert.equal((await world.ask(`${api}/bids`, { headers: { ...session, ...shared } })).status, 200);
  world.calls.settings = { ...settings, clientTokenRequired: true, clientTokenHash: null };
  assert.equal((await world.ask(`${api}/auth`, { ...login, headers: shared })).status, 403);
});

test('with the module switched off nothing begins, and an open flight goes on', async () => {
  await using world = await openWire(native);
  const headers = await loggedIn(world);
  const body = { lat: 1, lon: 2 };
  world.calls.settings = { ...settings, enabled: false };
  for (const [path, asking] of [
    ['/status', {}],
    ['/bids', { headers }],
    ['/auth', { body: { login: 'x', password: 'right' } }],
    ['/start', { headers, body: { bid_id: '41' } }],
    ['/position', { headers, body }],
    ['/finish', { headers, body: {} }],
  ] as const) {
    const { status, json } = await world.ask(api + path, asking);
    assert.deepEqual([path, status, json.error.code], [path, 404, 'module-disabled']);
  }
  world.calls.settings = settings;
  await world.ask(`${api}/start`, { headers, body: { bid_id: '41' } });
  world.calls.settings = { ...settings, enabled: false };
  assert.equal((await world.ask(`${api}/position`, { headers, body })).status, 200);
  assert.equal((await world.ask(`${api}/finish`, { headers, body: {} })).status, 200);
});

test('the token may come as X-Tracker-Token, never in the query or the body', async () => {
  await using world = await openWire(native);
  const { authorization } = await loggedIn(world);
  const token = authorization.slice(7);
  const status = async (asking: Asking, path = '/bids') => (await world.ask(api + path, asking)).status;
  assert.equal(await status({ headers: { 'x-tracker-token': token } }), 200);
  assert.equal(await status({ headers: { authorization: `bearer ${token}` } }), 200);
  assert.equal(await status({ headers: { authorization: 'Basic abc', 'x-tracker-token': token } }), 200);
  assert.equal(await status({}, `/bids?token=${token}`), 401);
  assert.equal(await status({ body: { token, bid_id: '41' } }, '/start'), 401);
});

test('a bug is answered with a body that says nothing, and logged once with the id of the request', async () => {
  await using world = await openWire(native);
  const headers = await loggedIn(world);
  world.calls.failure = new Error('password=hunter2 at /home/va/core.php');
  const {
    status,
    json,
    headers: told,
  } = await world.ask(`${api}/start?token=abc`, { headers, body: { bid_id: '41' } });
  assert.equal(status, 500);
  assert.deepEqual(Object.keys(json.error), ['code', 'message']);
  assert.doesNotMatch(JSON.stringify(json), /hunter2|core\.php/);
  assert.equal(world.logLines.length, 1);
  const line = JSON.parse(world.logLines[0] ?? '');
  assert.equal(line.requestId, told['x-request-id']);
  assert.equal(line.path, `${api}/start`);
  assert.doesNotMatch(world.logLines[0] ?? '', /hunter2/);
});
