import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WebWorld } from '../../../test/web-world.ts';
import { countedLogin } from './login-limits.ts';
import { safeTarget } from './routes.ts';

const login = 'operator';
const name = login;
const password = 'correct horse battery';
const signInUrl = '/tracker/operator/sign-in';

test('the one-time link sets the password once, signs in, and is used up', async () => {
  await using web = await WebWorld.open();
  const first = await web.setupKey();
  const key = await web.setupKey();
  const url = '/tracker/operator/welcome';
  assert.equal((await web.get(`${url}?key=${first}`)).statusCode, 403, 'a newer link ends an older one');
  assert.equal((await web.get(`${url}?key=${key}`)).statusCode, 200);
  assert.equal((await web.post(url, { key, name, password: 'short', again: 'short' })).statusCode, 422);
  assert.equal((await web.post(url, { key, name, password, again: `${password}x` })).statusCode, 422);
  const set = await web.post(url, { key, name, password, again: password });
  assert.equal(set.statusCode, 303);
  assert.match(
    String(set.headers['set-cookie']),
    /^tracker_operator=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/,
  );
  assert.equal(
    (await web.post(url, { key, name, password: 'another password', again: 'another password' })).statusCode,
    403,
  );
  const note = web.world.journal.readNote('staff') ?? '';
  assert.match(note, /"\$2y\$04\$/, 'the cost that this world asks for');
});

test('a link that nobody used in an hour is no use to whoever finds it', async () => {
  await using web = await WebWorld.open();
  const key = await web.setupKey();
  const url = '/tracker/operator/welcome';
  await web.world.clock.advance(59 * 60_000);
  assert.equal((await web.get(`${url}?key=${key}`)).statusCode, 200);
  await web.world.clock.advance(60_000);
  assert.equal((await web.get(`${url}?key=${key}`)).statusCode, 403);
  assert.equal((await web.post(url, { key, name, password, again: password })).statusCode, 403);
});

test('every page of the operator asks for the sign-in, and comes back to where one wanted to go', async () => {
  await using web = await WebWorld.open();
  for (const page of ['', 'outbox', 'sessions', 'audit', 'flights/x']) {
    const answer = await web.get(`/tracker/operator/${page}`);
    assert.equal(answer.statusCode, 303, page);
    const location = new URL(String(answer.headers.location), `http://h/tracker/operator/${page}`);
    assert.equal(location.pathname, signInUrl);
    assert.equal(location.searchParams.get('to'), `operator/${page}`);
  }
  await web.signIn();
  const back = await web.post(signInUrl, { login, password, to: 'operator/outbox' });
  assert.equal(new URL(String(back.headers.location), `http://h${signInUrl}`).pathname, '/tracker/operator/outbox');
});

test('the sign-in leads to no other site', () => {
  const cases = [
    '//evil.example',
    'https://evil.example',
    'operator/../../x',
    '/etc',
    'operator\\x',
    'javascript:1',
    '',
  ];
  for (const to of cases) assert.equal(safeTarget(to), 'operator/', to);
  for (const to of ['operator/outbox', 'admin/pireps/abc', 'update', 'flights/AbC1']) assert.equal(safeTarget(to), to);
});

test('failed sign-ins are limited by address, and the limit ends with time', async () => {
  await using web = await WebWorld.open();
  await web.signIn();
  for (let round = 0; round < 5; round++) {
    assert.equal((await web.post(signInUrl, { login, password: 'wrong password' })).statusCode, 401);
  }
  const limited = await web.post(signInUrl, { login, password });
  assert.equal(limited.statusCode, 429);
  assert.ok(Number(limited.headers['retry-after']) >= 1);
  const elsewhere = await web.post(signInUrl, { login, password }, { 'x-forwarded-for': '192.0.2.77' });
  assert.equal(elsewhere.statusCode, 303, 'a stranger does not lock the operator out');
  await web.world.clock.advance(60_000);
  assert.equal((await web.post(signInUrl, { login, password })).statusCode, 303);
});

test('strangers who fail from everywhere keep the operator out neither at home nor with a link', async () => {
  await using web = await WebWorld.open();
  await web.signIn();
  const [at, loginHash] = [web.world.clock.now(), countedLogin('password', login)];
  for (let stranger = 0; stranger < 50; stranger++)
    await web.world.journal.saveLoginFailure({ at, loginHash, address: `198.51.100.${stranger}`, account: null });
  await web.world.restart();
  const away = { 'x-forwarded-for': '203.0.113.9' };
  const limited = await web.post(signInUrl, { login, password }, away);
  assert.equal(limited.statusCode, 429);
  assert.match(limited.body, /tracker operator link/);
  assert.equal(
    (await web.post(signInUrl, { login, password })).statusCode,
    303,
    'from a network where the operator was before',
  );
  const key = await web.setupKey();
  const set = await web.post('/tracker/operator/welcome', { key, name, password, again: password }, away);
  assert.equal(set.statusCode, 303);
  const cookie = String(set.headers['set-cookie']).split(';')[0] ?? '';
  assert.equal((await web.get('/tracker/operator/', { cookie })).statusCode, 200);
  assert.equal(
    (await web.post(signInUrl, { login, password }, away)).statusCode,
    303,
    'the link made the network known',
  );
});

test('by https the cookie is bound to the host and to https', async () => {
  await using web = await WebWorld.open();
  await web.signIn();
  const answer = await web.post(signInUrl, { login, password }, { 'x-forwarded-proto': 'https' });
  assert.match(String(answer.headers['set-cookie']), /^__Host-tracker_operator=.*; Secure$/);
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
  assert.equal((await web.get('/tracker/operator/', { cookie, 'x-forwarded-proto': 'https' })).statusCode, 200);
  assert.equal((await web.get('/tracker/operator/', { cookie })).statusCode, 303);
});

test('a form without the session’s token, or from another site, changes nothing', async () => {
  await using web = await WebWorld.open();
  const { cookie, csrf } = await web.signIn();
  await web.world.signIn();
  const url = '/tracker/operator/sessions/end';
  const sessions = async () => (await web.world.tracking.operator.listSessions()).length;
  const late = await web.post(url, { csrf });
  assert.equal(late.statusCode, 401);
  assert.match(late.body, /href="\.\.\/\.\.\/operator\/sign-in"/, 'whose session is over is shown the way');
  assert.equal((await web.post(url, {}, { cookie })).statusCode, 403);
  assert.equal((await web.post(url, { csrf: `${csrf}x` }, { cookie })).statusCode, 403);
  for (const site of ['cross-site', 'same-site']) {
    assert.equal((await web.post(url, { csrf }, { cookie, 'sec-fetch-site': site })).statusCode, 403, site);
  }
  assert.equal((await web.post(url, { csrf }, { cookie, origin: 'https://evil.example' })).statusCode, 403);
  const json = { method: 'POST', url, payload: { csrf }, headers: { cookie } } as const;
  assert.equal((await web.app.inject(json)).statusCode, 415);
  assert.equal(await sessions(), 1);
  assert.equal((await web.post(url, { csrf }, { cookie, 'sec-fetch-site': 'same-origin' })).statusCode, 303);
  assert.equal(await sessions(), 0);
});

test('signing out ends the session, a new password ends all of this member', async () => {
  await using web = await WebWorld.open();
  const { cookie, csrf } = await web.signIn();
  const isIn = async (session: string) => (await web.get('/tracker/operator/', { cookie: session })).statusCode === 200;
  await web.post('/tracker/operator/sign-out', { csrf }, { cookie });
  assert.equal(await isIn(cookie), false);
  const second = await web.signIn();
  const third = await web.signIn('yet another password');
  assert.deepEqual([await isIn(second.cookie), await isIn(third.cookie)], [false, true]);
});

test('every answer carries the policy, and nothing stands inline', async () => {
  await using web = await WebWorld.open();
  const { cookie } = await web.signIn();
  for (const url of [
    '/tracker/',
    '/tracker/embed',
    '/tracker/nowhere',
    '/tracker/operator/',
    '/tracker/operator/sign-in',
  ]) {
    const { headers, body } = await web.get(url, { cookie });
    const policy = String(headers['content-security-policy'] ?? '');
    if (headers.location === undefined) {
      assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self'/, url);
      assert.doesNotMatch(policy, /unsafe/);
      assert.doesNotMatch(body, /<script(?![^>]* src=)|\sstyle="|\son[a-z]+=|<style/, url);
    }
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.match(policy, url === '/tracker/embed' ? /frame-ancestors \*/ : /frame-ancestors 'none'|^$/);
  }
});
