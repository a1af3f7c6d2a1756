import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partitionOf } from '../../src/journal/partition.ts';
import { demoPassword } from '../../src/platform/embedded/demo.ts';
import { TwoServers } from './servers.ts';

const ada = { login: 'ada@demo-air.example', password: demoPassword };

test('the pages of a pilot are answered by the server of the pilot, whichever is asked, after a sign-in at either', async () => {
  for (const server of [0, 1]) {
    await using two = await TwoServers.open();
    two.holder = (partition) => (partition === partitionOf('1') ? 1 : 0);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const fields = new URLSearchParams(ada).toString();
    const signedIn = await two.ask(server, '/tracker/my/sign-in', { method: 'POST', headers: form, body: fields });
    const cookie = String(signedIn.headers['set-cookie']).split(';', 1)[0] ?? '';
    assert.match(cookie, /^tracker_pilot=[\w-]{44}$/);
    const pages = [
      await two.ask(0, '/tracker/my', { headers: { cookie } }),
      await two.ask(1, '/tracker/my', { headers: { cookie } }),
    ];
    assert.deepEqual(
      pages.map(({ status }) => status),
      [200, 200],
    );
    assert.match(pages[0]?.text ?? '', /Ada/);
    const csrf = /name="csrf" value="([^"]+)"/.exec(pages[server]?.text ?? '')?.[1] ?? '';
    const out = { method: 'POST', headers: { cookie, ...form }, body: new URLSearchParams({ csrf }).toString() };
    assert.equal((await two.ask(server, '/tracker/my/sign-out', out)).status, 303);
    for (const each of [0, 1]) assert.equal((await two.ask(each, '/tracker/my', { headers: { cookie } })).status, 303);
  }
});
