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

test('of a setting that two have changed, the second reads what it is now, and replaces it when it is saved again', async () => {
  await using web = await WebWorld.open();
  const { cookie, csrf } = await web.signIn();
  const post = (path: string, fields: Readonly<Record<string, string>>) =>
    web.post(`/tracker/${path}`, Object.assign({ csrf }, fields), { cookie });
  const input = (body: string, name: string) =>
    new RegExp(`name="${name.replace('.', '\\.')}"[^>]* value="([^"]*)"`).exec(body)?.[1];
  for (const [path, name, other] of [
    ['admin/settings', 'session_token_ttl', 'va_name'],
    ['admin/rules', 'pilots.id_length', 'pilots.id_code'],
  ] as const) {
    const { body } = await web.get(`/tracker/${path}`, { cookie });
    const opened = input(body, `shown-${name}`) ?? '';
    const theirs = { [`shown-${name}`]: opened, [name]: '8' };
    assert.equal((await post(path, theirs)).statusCode, 303);

    assert.notEqual(input(body, other), undefined);
    const beside = { [`shown-${other}`]: 'older', [other]: 'older' };
    const refused = await post(path, Object.assign({ [`shown-${name}`]: opened, [name]: '7' }, beside));
    assert.equal(refused.statusCode, 422, path);
    assert.match(refused.body, /since you opened the page, to 8\. Save again to replace it\./, path);
    assert.equal(input(refused.body, name), '7');
    assert.equal(input(refused.body, `shown-${name}`), '8');
    assert.equal(input(refused.body, other), input(body, other), 'a field that was not touched shows what is now');
    assert.equal(input((await web.get(`/tracker/${path}`, { cookie })).body, name), '8', 'nothing was stored');

    assert.equal((await post(path, { [`shown-${name}`]: '8', [name]: '7' })).statusCode, 303);
    assert.equal(input((await web.get(`/tracker/${path}`, { cookie })).body, name), '7');
  }
});
