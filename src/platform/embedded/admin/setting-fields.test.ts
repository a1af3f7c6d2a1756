import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WebWorld } from '../../../../test/web-world.ts';

test('a form of settings or rules that was opened before a colleague’s change leaves that as it is', async () => {
  await using web = await WebWorld.open();
  const { cookie, csrf } = await web.signIn();
  const get = (path: string) => web.get(`/tracker/${path}`, { cookie });
  const post = (path: string, ...fields: readonly Readonly<Record<string, string>>[]) =>
    web.post(`/tracker/${path}`, Object.assign({ csrf }, ...fields), { cookie });
  for (const [path, one, other, values] of [
    ['admin/settings', 'session_token_ttl', 'va_name', ['60', 'Neu Air']],
    ['admin/rules', 'pilots.id_length', 'bids.block_aircraft', ['6', 'false']],
  ] as const) {
    const { body } = await get(path);
    const opened = Object.fromEntries(
      [...body.matchAll(/name="shown-([\w.]+)" value="([^"]*)"/g)].map(([, name = '', text = '']) => [name, text]),
    );
    const shown = Object.fromEntries(Object.entries(opened).map(([name, text]) => [`shown-${name}`, text]));
    const [first, second] = values;
    assert.equal((await post(path, opened, shown, { [one]: first })).statusCode, 303);
    assert.equal((await post(path, opened, shown, { [other]: second })).statusCode, 303);
    const [entry] = await web.world.journal.listAudit(1);
    assert.equal(entry?.subject, other);
    const now = (await get(path)).body;
    for (const [name, value] of [
      [one, first],
      [other, second],
    ] as const)
      assert.ok(now.includes(`name="shown-${name}" value="${value}"`), name);
  }
});
