import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WebWorld } from '../../../test/web-world.ts';

/** Every address below `/tracker/` that takes a form, out of the tree that the server prints of its routes. */
function formsOf(web: WebWorld): readonly string[] {
  const above: string[] = [];
  return web.app
    .printRoutes({ method: 'POST', commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', path = ''] = /^([│ ]*)[├└]── (\S+) \(POST\)/.exec(line) ?? [];
      above.splice(indent.length / 4);
      above.push(path);
      const whole = above.join('');
      return whole.startsWith('/tracker/') ? [whole] : [];
    });
}

/** Those that somebody without a session sends. */
const ofStrangers = [
  ...['/tracker/operator/sign-in', '/tracker/operator/sign-in/code', '/tracker/operator/welcome', '/tracker/view'],
  ...[
    '/tracker/my/sign-in',
    '/tracker/join',
    '/tracker/join/confirm',
    '/tracker/password/forgotten',
    '/tracker/password/new',
  ],
];
/** What only the crew center's PHP asks, in a signed report (`entries.test.ts`). */
const ofTheEdge = '/tracker/operator/entry';

test('no form of the pages is taken without a session, without its token, or from another site', async () => {
  await using web = await WebWorld.open();
  const forms = formsOf(web);
  for (const known of ['flights/:id/share', 'operator/sessions/end', 'admin/settings/client-token/remove', 'update'])
    assert.ok(forms.includes(`/tracker/${known}`), `${known} is among ${forms.join(' ')}`);
  const ofStaff = await web.signIn();
  const ofPilot = await web.signInPilot();
  const statusOf = async (path: string, form: Record<string, string>, headers: Record<string, string>) =>
    (await web.post(path.replaceAll(/:\w+/g, 'x'), form, headers)).statusCode;
  for (const path of forms) {
    const { cookie, csrf } = path.startsWith('/tracker/my/') ? ofPilot : ofStaff;
    const other = path.startsWith('/tracker/my/') ? ofStaff : ofPilot;
    if (path === ofTheEdge) {
      assert.equal(await statusOf(path, { csrf }, { cookie }), 403, path);
      continue;
    }
    const isOpen = ofStrangers.includes(path);
    const foreign = { cookie, 'sec-fetch-site': 'cross-site' };
    assert.equal(await statusOf(path, { csrf }, foreign), 403, `${path} from another site`);
    if (isOpen) continue;
    assert.equal(await statusOf(path, { csrf }, {}), 401, `${path} without a session`);
    assert.equal(
      await statusOf(path, { csrf: other.csrf }, { cookie: other.cookie }),
      401,
      `${path} with a session of another kind`,
    );
    assert.equal(await statusOf(path, {}, { cookie }), 403, `${path} without its token`);
    assert.equal(await statusOf(path, { csrf: 'A'.repeat(43) }, { cookie }), 403, `${path} with another token`);
    const bare = await web.app.inject({ method: 'POST', url: path.replaceAll(/:\w+/g, 'x'), headers: { cookie } });
    assert.equal(bare.statusCode, 403, `${path} without a body`);
  }
});

test('with its token a form reaches its page', async () => {
  await using web = await WebWorld.open();
  const { cookie, csrf } = await web.signIn();
  const answer = await web.post('/tracker/operator/sessions/end', { csrf }, { cookie });
  assert.equal(answer.statusCode, 303);
});

test('the head of a page of the operator is asked for as the page is', async () => {
  await using web = await WebWorld.open();
  for (const method of ['GET', 'HEAD'] as const) {
    const { statusCode, headers } = await web.app.inject({ method, url: '/tracker/operator/sessions' });
    assert.deepEqual([statusCode, headers.location], [303, '../operator/sign-in?to=operator%2Fsessions'], method);
  }
});
