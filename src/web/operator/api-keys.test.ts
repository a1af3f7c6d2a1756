import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WebWorld } from '../../../test/web-world.ts';

test('the operator makes a key on its page, sees it once, and revokes it', async () => {
  await using web = await WebWorld.open();
  const { cookie, csrf } = await web.signIn();
  const post = (path: string, body: string, own = cookie) =>
    web.app.inject({
      method: 'POST',
      url: `/tracker/operator/api-keys${path}`,
      payload: body,
      headers: { cookie: own, 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': '192.0.2.1' },
    });
  const body = `csrf=${encodeURIComponent(csrf)}&name=%3Cb%3EWebsite&scope=flights&scope=pireps&days=`;
  assert.equal((await post('', body, '')).statusCode, 401);
  assert.equal((await post('', body.replace('csrf=', 'other='))).statusCode, 403);
  assert.equal((await post('', body.replaceAll('scope', 'rope'))).statusCode, 422);
  const made = await post('', body);
  const secret = /<code class="secret">(trk_[\w-]+)</.exec(made.body)?.[1] ?? '';
  const ask = () => web.get('/tracker/api/v1/flights', { 'x-api-key': secret });
  assert.equal((await ask()).statusCode, 200);
  const page = (await web.get('/tracker/operator/api-keys', { cookie })).body;
  assert.match(page, /&lt;b&gt;Website<\/th><td data-label="Scopes">flights, pireps/);
  assert.ok(!page.includes(secret) && !page.includes('<b>Website'));
  const id = /api-keys\/(\w+)\/revoke/.exec(page)?.[1] ?? '';
  assert.equal((await post(`/${id}/revoke`, `csrf=${encodeURIComponent(csrf)}`)).statusCode, 303);
  assert.equal((await ask()).statusCode, 401);
  assert.match((await web.get('/tracker/operator/audit', { cookie })).body, /api-key-revoke/);
  assert.equal((await web.get('/tracker/operator/api-keys')).statusCode, 303, 'strangers are asked to sign in');
});
