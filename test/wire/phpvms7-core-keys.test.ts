import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../until.ts';
import { World } from '../world.ts';
import { ask } from './ask.ts';
import { coreWorld } from './core.ts';

// API keys of phpVMS 7's core API: where they are sent, how long they count, and what is never said of them.

const spellings: readonly (readonly [string, Readonly<Record<string, string>>, number])[] = [
  ['X-API-Key', { 'x-api-key': 'adas-key' }, 200],
  ['the bare key in Authorization', { authorization: 'adas-key' }, 200],
  ['Bearer, as 8.0 takes it', { authorization: 'Bearer adas-key' }, 200],
  ['blanks around it', { 'x-api-key': ' adas-key ' }, 200],
  ['an empty X-API-Key before the other', { 'x-api-key': '', authorization: 'adas-key' }, 200],
  ['none', {}, 401],
  ['an empty one', { 'x-api-key': '' }, 401],
  ['Bearer alone', { authorization: 'Bearer' }, 401],
  ['another case', { 'x-api-key': 'ADAS-KEY' }, 401],
  ['an unknown one', { 'x-api-key': 'nobodys-key' }, 401],
];
for (const [name, headers, status] of spellings) {
  test(`a key: ${name}: ${status}`, async () => {
    await using world = await coreWorld();
    const answer = await world.clientWith(headers).get('/user');
    assert.equal(answer.status, status, answer.text);
    if (status === 200) assert.equal(answer.json.data.ident, 'DMO0001');
    else {
      const { code, http_code, message } = answer.json.error;
      assert.deepEqual([code, http_code, typeof message], ['401', 'Unauthorized', 'string']);
    }
    assert.doesNotMatch(answer.text, /s-key/i);
    assert.doesNotMatch(world.served.logLines.join(''), /s-key/i);
  });
}

test('a key opens no call that needs a session, and a session is no key', async () => {
  await using world = await coreWorld();
  assert.equal((await world.client().get('/user')).status, 200);
  const asToken = await world.served.askAt('/api/tracker/bids', { headers: { authorization: 'Bearer adas-key' } });
  assert.equal(asToken.status, 401);
  const login = await world.served.askAt('/api/tracker/auth', { body: { api_key: 'adas-key' } });
  assert.equal(login.status, 200, login.text);
  assert.equal((await world.clientWith({ 'x-api-key': login.json.token }).get('/user')).status, 401);
});

test('a key that was changed ends within a minute, also of a client that never pauses', async () => {
  await using world = await coreWorld();
  const { clock } = world.served.world;
  const ada = world.client();
  assert.equal((await ada.get('/user')).status, 200);
  world.run("UPDATE users SET api_key = 'another' WHERE api_key = 'adas-key'");
  const statuses: number[] = [];
  for (let second = 0; second < 60; second += 10) {
    await clock.advance(10_000);
    statuses.push((await ada.get('/user')).status);
  }
  assert.equal(statuses[0], 200, 'it counts for a while without asking');
  assert.equal(statuses.at(-1), 401);
  assert.equal((await world.clientWith({ 'x-api-key': 'another' }).get('/user')).status, 200);
});

test('a key that was changed ends within a minute, also when a slow answer from before comes last', async () => {
  await using world = await coreWorld();
  const { clock, line } = world.served.world;
  const ada = world.client();
  const status = async () => (await ada.get('/user')).status;
  assert.equal(await status(), 200);
  await clock.advance(35_000);
  line.fail('authenticateKey', 'late', 1);
  assert.equal(await status(), 200, 'it is checked while it counts');
  await until(() => line.asked.get('authenticateKey') === 2);
  world.run("UPDATE users SET api_key = 'another' WHERE api_key = 'adas-key'");
  await clock.advance(200_000);
  const late = status();
  await clock.advance(1_000);
  line.heal();
  await late;
  await clock.advance(11_000);
  assert.equal(await status(), 401);
});

test('a key that was changed ends, also when the clock was set back by a day meanwhile', async () => {
  await using world = await coreWorld();
  const { clock } = world.served.world;
  const ada = world.client();
  assert.equal((await ada.get('/user')).status, 200);
  world.run("UPDATE users SET api_key = 'another' WHERE api_key = 'adas-key'");
  clock.set(clock.now() - 86_400_000);
  const statuses = [(await ada.get('/user')).status, (await ada.get('/user')).status, (await ada.get('/user')).status];
  assert.equal(statuses.at(-1), 401, String(statuses));
});

test('a key that the crew center gave to another pilot is the other one’s within a minute', async () => {
  await using world = await coreWorld();
  const { clock } = world.served.world;
  const key = world.client();
  const identOf = async () => (await key.get('/user')).json.data.ident;
  assert.equal(await identOf(), 'DMO0001');
  world.run("UPDATE users SET api_key = 'another' WHERE api_key = 'adas-key'");
  world.run("UPDATE users SET api_key = 'adas-key' WHERE api_key = 'bens-key'");
  await clock.advance(61_000);
  assert.notEqual(await identOf(), 'DMO0001');
});

test('a pilot who may not fly is refused, also with a key that counted', async () => {
  await using world = await coreWorld();
  const ada = world.client();
  assert.equal((await ada.get('/user')).status, 200);
  world.run('UPDATE users SET state = 4');
  await world.served.world.clock.advance(61_000);
  assert.equal((await ada.get('/user')).status, 401);
  world.run('UPDATE users SET state = 3');
  assert.equal((await ada.get('/user')).status, 200, 'on leave');
});

test('while the crew center is down a key that was right stays right, also after a restart', async () => {
  await using world = await coreWorld();
  const { world: inner } = world.served;
  const statusOf = async (key: string) => {
    const port = Number(new URL(inner.server.url).port);
    return (await ask(port, '/api/user', { headers: { 'x-api-key': key } })).status;
  };
  const known = await statusOf('adas-key');
  inner.line.fail('authenticateKey', 'before');
  for (const ms of [61_000, 61_000, 1_000]) {
    await inner.clock.advance(ms);
    assert.equal(await statusOf('adas-key'), known);
  }
  assert.equal(await statusOf('bens-key'), 503, 'a key that nobody checked');
  await inner.restart();
  inner.line.fail('authenticateKey', 'before');
  assert.equal(await statusOf('adas-key'), known);
});

test('many wrong keys from one address are throttled, and the right one of a known network is not', async () => {
  await using world = await coreWorld();
  const ada = world.client();
  assert.equal((await ada.get('/user')).status, 200);
  const statuses = new Set<number>();
  for (let each = 0; each < 80; each++) {
    const answer = await world.clientWith({ 'x-api-key': `wrong-${each}` }).get('/user');
    statuses.add(answer.status);
    if (answer.status === 429) assert.match(String(answer.headers['retry-after']), /^\d+$/);
  }
  assert.deepEqual([...statuses].sort(), [401, 429]);
  assert.equal((await ada.get('/user')).status, 200);
});

test('fifty requests at once with one key ask the crew center once', async () => {
  await using world = await coreWorld();
  const ada = world.client();
  const answers = await Promise.all(Array.from({ length: 50 }, () => ada.get('/user')));
  assert.ok(answers.every(({ status }) => status === 200));
  assert.equal(world.served.world.line.asked.get('authenticateKey'), 1);
});

const paths: readonly (readonly [string, number, RegExp])[] = [
  ['/api/user', 401, /http_code/],
  ['/api/tracker/core/api/user', 401, /http_code/],
  ['//api//user', 401, /http_code/],
  ['/api/tracker/core//api/user', 401, /http_code/],
  ['/va/api/user', 401, /http_code/],
  ['/va/api/tracker/core/api/user/', 401, /http_code/],
  ['/api/tracker/status', 200, /native_module/],
  ['/api/tracker/bids', 401, /no-session/],
  ['/api/tracker/nope', 404, /native|not-found/],
  ['/api/tracker/smartcars/', 200, /handler/],
  ['/tracker/', 200, /<html/],
  ['/api/nope', 404, /phpvms\.net\/errors\/not-found/],
];
test('embedded: the core API is at both of its places and hides nothing', async () => {
  await using world = await World.with({ isServed: true });
  const port = Number(new URL(world.server.url).port);
  for (const [path, status, holds] of paths) {
    const answer = await ask(port, path, {});
    assert.equal(answer.status, status, `${path} ${answer.text}`);
    assert.match(answer.text, holds, path);
  }
});
