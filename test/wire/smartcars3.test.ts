import assert from 'node:assert/strict';
import { test } from 'node:test';
import { native } from '../../src/contracts/native/native.ts';
import { smartcars3Seven } from '../../src/contracts/smartcars3/smartcars3.ts';
import { demoPassword } from '../../src/platform/embedded/demo.ts';
import { World } from '../world.ts';
import { ask } from './ask.ts';
import { flavours, smartcarsWorld } from './smartcars.ts';

// What smartCARS Central and the app ask of any Script URL, before any flight.

for (const flavour of flavours) {
  const { contract, name } = flavour;

  test(`${name}: the Script URL is answered with and without its slash, doubled and below a path, without a redirect`, async () => {
    await using world = await smartcarsWorld(flavour);
    const { base } = contract;
    for (const path of [
      base,
      `${base}/`,
      `/${base}/`,
      `${base}//`,
      `/crew${base}/`,
      `/crew${base}`,
      `/crew/${base}//`,
      `${base}/?v=1`,
      `${base}?/`,
      `${base}/?/`,
      `/crew${base}?/`,
    ]) {
      const answer = await world.served.askAt(path);
      assert.equal(answer.status, 200, path);
      assert.equal(answer.json.handler, name, path);
      assert.match(answer.json.apiVersion, /^\d+\.\d+\.\d+$/);
      assert.match(String(answer.headers['content-type']), /^application\/json/);
    }
  });

  test(`${name}: every call may be named in the query, for web servers that want no path there`, async () => {
    await using world = await smartcarsWorld(flavour);
    const { served } = world;
    const ask = (rest: string, asking = {}) => served.askAt(`/crew${contract.base}?/${rest}`, asking);
    const login = await ask('pilot/login?username=ada%40demo-air.example', { body: { password: demoPassword } });
    assert.equal(login.status, 200, login.text);
    const headers = { authorization: `Bearer ${login.json.session}` };
    // As axios and URLSearchParams write what comes with the path.
    for (const rest of ['flights/search&callsign=31', 'flights/search?callsign=31', 'flights%2Fsearch=&callsign=31'])
      assert.deepEqual((await ask(rest, { headers })).json.length, 2, rest);
    assert.equal((await ask('flights/nope', { headers })).status, 404);
    assert.equal((await ask('flights/start', { headers })).status, 405);
    assert.equal((await ask('flights/start', { method: 'OPTIONS' })).status, 200);
  });

  test(`${name}: OPTIONS and HEAD are answered 200, empty and without a session`, async () => {
    await using world = await smartcarsWorld(flavour);
    for (const path of ['/', '/data/airports', '/flights/update', '/pilot/login', '//flights//bookings/']) {
      for (const method of ['OPTIONS', 'HEAD']) {
        const answer = await world.served.ask(path, { method });
        assert.deepEqual([answer.status, answer.text], [200, ''], `${method} ${path}`);
        assert.equal(answer.headers['access-control-allow-origin'], '*');
        const methods = String(answer.headers['access-control-allow-methods']).split(', ').sort().join(' ');
        assert.match(methods, /^(GET HEAD OPTIONS|GET HEAD OPTIONS POST|HEAD OPTIONS POST)$/);
        assert.match(
          String(answer.headers['access-control-allow-headers']),
          /Content-Type.*Authorization.*X-Requested-With/,
        );
        assert.equal(answer.headers['access-control-allow-credentials'], undefined);
      }
    }
  });

  test(`${name}: an error is {message} with the status that smartCARS knows`, async () => {
    await using world = await smartcarsWorld(flavour);
    const { session } = await world.signIn();
    const headers = { authorization: `Bearer ${session}` };
    const wrong = { latitude: 'north', longitude: 8 };
    for (const [path, asking, status, message] of [
      ['/pilot/login?username=ada', {}, 405, /Use POST/],
      ['/pilot/login?username=nobody', { body: { password: 'x' } }, 401, /login/i],
      ['/pilot/login', { body: { password: 'x' } }, 400, /^username is required\.$/],
      ['/pilot/login?username=1', { body: {} }, 400, /^password is required\.$/],
      ['/pilot/resume', { body: { session: 'a.b.c' } }, 401, /session/],
      ['/pilot/verify', { body: {} }, 400, /^session is required\.$/],
      ['/data/airports', {}, 401, /session/i],
      ['/data/airports', { headers: { authorization: 'Bearer null' } }, 401, /session/i],
      ['/data/airports', { headers: { authorization: 'Bearer ' } }, 401, /session/i],
      [
        '/flights/update',
        { headers, body: { ...wrong, bidID: 1 } },
        400,
        /^latitude must be a number from -90 to 90\.$/,
      ],
      ['/flights/update', { headers, body: { latitude: 1, longitude: 2 } }, 400, /^bidID is required, or uuid\.$/],
      ['/flights/update', { headers, body: { latitude: 1, longitude: 2, bidID: 99 } }, 404, /bid/],
      ['/flights/start', { headers, body: { bidID: 99 } }, 404, /bid/],
      ['/flights/start', { headers, body: {} }, 400, /^bidID is required\.$/],
      ['/flights/complete', { headers, body: { bidID: 99, flightTime: 1 } }, 404, /bid/],
      ['/flights/cancel', { headers, body: { uuid: 'nobody', bidID: 99 } }, 404, /flight/],
      ['/flights/nope', { headers }, 404, /path/],
      ['/flights/start', { headers, body: '{' }, 400, /JSON/],
    ] as const) {
      const answer = await world.served.ask(path, asking);
      assert.equal(answer.status, status, `${path} ${answer.text}`);
      assert.deepEqual(Object.keys(answer.json), ['message']);
      assert.match(answer.json.message, message);
    }
  });

  test(`${name}: a body is read as JSON or as a form, whatever its type says`, async () => {
    await using world = await smartcarsWorld(flavour);
    const path = '/pilot/login?username=ada%40demo-air.example';
    const json = JSON.stringify({ password: demoPassword });
    for (const [type, body] of [
      ['application/json', json],
      ['application/json; charset=utf-8', json],
      ['text/plain', json],
      ['text/plain; charset=UTF-8', `password=${demoPassword}`],
      ['application/x-www-form-urlencoded', `password=${demoPassword}`],
      ['application/octet-stream', ` ${json}`],
    ] as const) {
      const answer = await world.served.ask(path, { method: 'POST', headers: { 'content-type': type }, body });
      assert.equal(answer.status, 200, `${type} ${answer.text}`);
    }
  });

  test(`${name}: while the client token is enforced it lets nobody in, and says whom to ask`, async () => {
    await using world = await smartcarsWorld(flavour);
    const { get } = await world.signIn();
    await world.served.assume({ clientTokenRequired: true, clientTokenHash: 'x' });
    for (const answer of [await world.served.ask('/'), await get('/flights/bookings')]) {
      assert.equal(answer.status, 403);
      assert.match(answer.json.message, /TRACKER_CONTRACTS/);
    }
  });
}

test('beside the native contract each has its own paths, and its own words for what it does not know', async () => {
  await using world = await World.with({ contracts: [native, smartcars3Seven], isServed: true });
  const port = Number(new URL(world.server.url).port);
  for (const [path, status, holds] of [
    ['/api/tracker/status', 200, /native_module/],
    ['/api/tracker/smartcars/', 200, /phpvms7/],
    ['/api/tracker/smartcars', 200, /phpvms7/],
    ['/api/tracker//smartcars//data/airports', 401, /^\{"message":/],
    ['/crew/api/tracker/smartcars/data/airports', 401, /^\{"message":/],
    ['/api/tracker/smartcars/nope', 404, /^\{"message":/],
    ['/api/tracker/smartcarsnope', 404, /"type"/],
    ['/api/tracker/nope', 404, /"type"/],
  ] as const) {
    const answer = await ask(port, path, {});
    assert.equal(answer.status, status, path);
    assert.match(answer.text, holds, path);
  }
});
