import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../../test/until.ts';
import { type WebSession, WebWorld } from '../../../test/web-world.ts';
import { demoPassword } from '../../platform/embedded/demo.ts';

const url = '/tracker/my/devices';
const client = '/api/tracker';
const ben = 'ben@demo-air.example';

/** A client of this pilot that asks something by its token or key. */
async function clientOf(web: WebWorld, login: string, userAgent: string) {
  const headers = { 'x-forwarded-for': '192.0.2.7', 'x-forwarded-proto': 'http', 'user-agent': userAgent };
  const answer = await web.app.inject({
    method: 'POST',
    url: `${client}/auth`,
    payload: { login, password: demoPassword },
    headers,
  });
  const { token } = answer.json<{ token: string }>();
  const ask = async () =>
    (await web.app.inject({ url: `${client}/bids`, headers: { ...headers, authorization: `Bearer ${token}` } }))
      .statusCode;
  assert.equal(await ask(), 200);
  return ask;
}

const idsIn = (body: string) => [...body.matchAll(/my\/devices\/([0-9a-f]{16})\/end/g)].map(([, id = '']) => id);
const end = (web: WebWorld, path: string, { cookie, csrf }: WebSession) =>
  web.post(`${url}/${path}`, { csrf }, { cookie });

test('a pilot sees where they are signed in, ends one or all others, and nobody else’s', async () => {
  await using web = await WebWorld.open();
  const ada = await web.signInPilot();
  const other = await web.signInPilot(ben);
  const ask = await clientOf(web, 'ada@demo-air.example', 'vmsACARS/2.1.0');
  await web.world.clock.advance(60_000);
  const page = await web.get(url, { cookie: ada.cookie, 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/128.0' });
  assert.match(
    page.body,
    /Firefox on Linux<\/span> <span class="badge live">this one<[\s\S]*192\.0\.2\.1<[\s\S]*10:01/,
  );
  assert.match(page.body, /vmsACARS 2\.1\.0[\s\S]*192\.0\.2\.7<[\s\S]*10:00/);
  const [id = '', ...more] = idsIn(page.body);
  assert.deepEqual(more, [], 'not the one in which the page is open');
  assert.deepEqual(idsIn((await web.get(url, { cookie: other.cookie })).body), []);
  assert.equal((await end(web, `${id}/end`, other)).statusCode, 404, 'nobody else’s');
  assert.equal((await end(web, `${id}/end`, { cookie: ada.cookie, csrf: 'x' })).statusCode, 403);
  assert.equal(await ask(), 200);
  assert.equal((await end(web, `${id}/end`, ada)).statusCode, 303);
  assert.equal(await ask(), 401);
  assert.equal((await end(web, `${id}/end`, ada)).statusCode, 404);
  const again = [await clientOf(web, 'ada@demo-air.example', 'vmsACARS/2.1.0'), await clientOf(web, ben, '')];
  await web.world.clock.advance(60_000);
  await web.world.restart(3_600_000);
  const { body } = await web.get(url, { cookie: ada.cookie, 'accept-language': 'de' });
  assert.match(body, /vmsACARS 2\.1\.0[\s\S]*192\.0\.2\.7</, 'also after a restart');
  assert.doesNotMatch(body, /nicht seit dem Start des Servers/);
  assert.equal((await end(web, 'end', ada)).statusCode, 303);
  assert.deepEqual(await Promise.all(again.map((each) => each())), [401, 200]);
  assert.equal((await web.get(url, { cookie: ada.cookie })).statusCode, 200);
  const noteOf = (pilotId: string) => web.world.journal.readNote(`devices-of ${pilotId}`);
  const [own] = await web.world.tracking.operator.listSessions();
  await web.world.clock.advance(60_000);
  // What was ended is forgotten.
  await until(() => !/vmsACARS|192\.0\.2\.7/.test(noteOf(own?.pilot.id ?? '') ?? ''));
  await web.world.restart(40 * 86_400_000);
  await web.world.clock.advance(60_000);
  // And what has expired while the server stood still.
  await until(() => noteOf(own?.pilot.id ?? '') === null);
});

test('a pilot reads and renews the API key where the crew center is ours, and what used the old one is out', async () => {
  await using web = await WebWorld.open();
  const { cookie, csrf } = await web.signInPilot();
  const ask = async (key: string) =>
    (
      await web.app.inject({
        url: '/api/user',
        headers: { 'x-api-key': key, 'x-forwarded-for': '192.0.2.7', 'x-forwarded-proto': 'http' },
      })
    ).statusCode;
  const keyIn = (body: string) => /<code class="secret">([0-9a-f]{20})</.exec(body)?.[1] ?? '';
  assert.equal(keyIn((await web.get(url, { cookie })).body), '', 'not on the page that anybody behind them sees');
  const old = keyIn((await web.post(`${url}/key/show`, { csrf }, { cookie })).body);
  assert.match(old, /./);
  assert.equal(await ask(old), 200);
  assert.match((await web.get(url, { cookie })).body, /by API key/);
  assert.equal((await web.post(`${url}/key/renew`, { csrf: 'x' }, { cookie })).statusCode, 403);
  const fresh = keyIn((await web.post(`${url}/key/renew`, { csrf }, { cookie })).body);
  assert.notEqual(fresh, old);
  assert.deepEqual([await ask(old), await ask(fresh)], [401, 200]);
  const [entry] = await web.world.journal.listAudit(1);
  assert.deepEqual([entry?.action, entry?.actor.startsWith('pilot:')], ['pilot-key', true]);
});
