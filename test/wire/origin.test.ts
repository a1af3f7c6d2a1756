import assert from 'node:assert/strict';
import { test } from 'node:test';
import { native } from '../../src/contracts/native/native.ts';
import { openWire } from './wire-world.ts';

const status = '/api/tracker/status';

test('what did not come by https is refused before its body is read', async () => {
  await using world = await openWire(native);
  const body = Buffer.alloc(4 << 20, 0x20);
  const { status: code, json } = await world.ask('/api/tracker/auth', { body, headers: { host: 'va.example' } });
  assert.deepEqual([code, json.error.code], [403, 'https-required']);
  assert.equal((await world.ask(status)).status, 200);
});

test('an ignored forwarding header is logged once, with the setting that would trust it', async () => {
  await using world = await openWire(native);
  const headers = { host: 'va.example', 'x-forwarded-proto': 'https' };
  for (let i = 0; i < 3; i++) assert.equal((await world.ask(status, { headers })).status, 403);
  assert.equal(world.logLines.length, 1);
  assert.match(world.logLines[0] ?? '', /127\.0\.0\.1.*trust_proxy/);
});

test('behind a trusted proxy the address of the client counts', async () => {
  await using world = await openWire(native, { trustProxy: ['127.0.0.1'] });
  const headers = { host: 'va.example', 'x-forwarded-proto': 'https', 'x-forwarded-for': '198.51.100.1, 203.0.113.9' };
  await world.ask('/api/tracker/auth', { headers, body: { login: 'x', password: 'wrong' } });
  assert.equal(world.calls.logins[0]?.address, '203.0.113.9');
});

test('without the https rule anyone may ask in the clear', async () => {
  await using world = await openWire(native, { requireHttps: () => false });
  assert.equal((await world.ask(status, { headers: { host: 'va.example' } })).status, 200);
});

test('the base URL may have a path, a trailing slash and doubled slashes', async () => {
  await using world = await openWire(native);
  for (const path of [
    '/crew/api/tracker/status',
    '/api/tracker/status/',
    '/crew//api/tracker//status',
    '/api/tracker/status?x=/api/tracker/auth',
  ]) {
    assert.equal((await world.ask(path)).json.mode, 'native_module', path);
  }
  for (const path of ['/', '/api/trackers/status', '/?x=/api/tracker/status']) {
    assert.deepEqual([(await world.ask(path)).status, path], [404, path]);
  }
});

test('while it drains the server answers what is under way, and refuses what is new', async () => {
  await using world = await openWire(native);
  const { json } = await world.ask('/api/tracker/auth', { body: { login: 'x', password: 'right' } });
  const headers = { authorization: `Bearer ${json.token}` };
  await world.ask('/api/tracker/start', { headers, body: { bid_id: '41' } });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const reached = new Promise<void>((resolve) => {
    const finish = world.calls.finish;
    world.calls.finish = async (...given) => {
      resolve();
      await held;
      return finish(...given);
    };
  });
  const finishing = world.ask('/api/tracker/finish', { headers, body: {} });
  await reached;
  world.http.drain();
  const refused = await world.ask(status);
  assert.deepEqual([refused.status, refused.json.error.code], [503, 'shutting-down']);
  assert.deepEqual([refused.headers['retry-after'], refused.headers.connection], ['5', 'close']);
  const closed = world.http.close();
  release();
  assert.equal((await finishing).status, 200);
  await closed;
});
