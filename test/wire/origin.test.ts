import assert from 'node:assert/strict';
import { test } from 'node:test';
import { native } from '../../src/contracts/native/native.ts';
import { until } from '../until.ts';
import { serve } from './served.ts';

const status = '/api/tracker/status';

test('what did not come by https is refused before its body is read', async () => {
  await using served = await serve(native, { logLevel: 'warn' });
  const body = Buffer.alloc(4 << 20, 0x20);
  const { status: code, json } = await served.askAt('/api/tracker/auth', { body, headers: { host: 'va.example' } });
  assert.deepEqual([code, json.error.code], [403, 'https-required']);
  assert.equal((await served.askAt(status)).status, 200);
});

test('an ignored forwarding header is logged once, with the setting that would trust it', async () => {
  await using served = await serve(native, { logLevel: 'warn' });
  const headers = { host: 'va.example', 'x-forwarded-proto': 'https' };
  for (let i = 0; i < 3; i++) assert.equal((await served.askAt(status, { headers })).status, 403);
  assert.equal(served.logLines.length, 1);
  assert.match(served.logLines[0] ?? '', /127\.0\.0\.1.*TRACKER_TRUST_PROXY/);
});

test('behind a trusted proxy the address of the client counts', async () => {
  await using served = await serve(native, { trustProxy: ['127.0.0.1'], logLevel: 'info' });
  const headers = { host: 'va.example', 'x-forwarded-proto': 'https', 'x-forwarded-for': '198.51.100.1, 203.0.113.9' };
  await served.askAt('/api/tracker/auth', { headers, body: { login: 'x', password: 'wrong' } });
  const refused = served.logLines.map((line) => JSON.parse(line)).find(({ event }) => event === 'sign-in-refused');
  assert.equal(refused.address, '203.0.113.9');
});

test('without the https rule anyone may ask in the clear', async () => {
  await using served = await serve(native, { requireHttps: false });
  assert.equal((await served.askAt(status, { headers: { host: 'va.example' } })).status, 200);
});

test('the base URL may have a path, a trailing slash and doubled slashes', async () => {
  await using served = await serve(native, { logLevel: 'warn' });
  for (const path of [
    '/crew/api/tracker/status',
    '/api/tracker/status/',
    '/crew//api/tracker//status',
    '/api/tracker/status?x=/api/tracker/auth',
  ]) {
    assert.equal((await served.askAt(path)).json.mode, 'native_module', path);
  }
  for (const path of ['/api/trackers/status', '/nowhere?x=/api/tracker/status']) {
    assert.deepEqual([(await served.askAt(path)).status, path], [404, path]);
  }
});

test('while it drains the server answers what is under way, and refuses what is new', async () => {
  await using served = await serve(native);
  const { world } = served;
  const headers = await served.signIn();
  const { id } = await world.bidFor(await world.signIn());
  await served.ask('/start', { headers, body: { bid_id: id } });
  world.line.fail('filePirep', 'hangs');
  const finishing = served.ask('/finish', { headers, body: {} });
  await until(() => world.line.asked.has('filePirep'));
  world.server.http.drain();
  const refused = await served.askAt(status);
  assert.deepEqual([refused.status, refused.json.error.code], [503, 'shutting-down']);
  assert.deepEqual([refused.headers['retry-after'], refused.headers.connection], ['2', 'close']);
  const closed = world.server.http.close();
  world.line.heal();
  assert.equal((await finishing).status, 200);
  await closed;
});
