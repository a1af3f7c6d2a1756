import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeAt } from '../../../test/authenticator.ts';
import { type WebSession, WebWorld } from '../../../test/web-world.ts';

const signInUrl = '/tracker/operator/sign-in';
const page = '/tracker/operator/account/second-factor';
const stepMs = 30_000;

/** A member with a second factor, and what shows its codes. */
async function withFactor(web: WebWorld, session: WebSession) {
  const { cookie, csrf } = session;
  const post = (name: string, fields: Record<string, string> = {}) =>
    web.post(`${page}/${name}`, { csrf, ...fields }, { cookie });
  assert.equal((await post('begin')).statusCode, 303);
  const shown = await web.get(page, { cookie });
  const key = /<code class="secret">([A-Z2-7]{32})</.exec(shown.body)?.[1] ?? assert.fail(shown.body);
  const code = () => codeAt(key, web.world.clock.now());
  const confirmed = await post('confirm', { code: code() });
  const recovery = [...confirmed.body.matchAll(/<code class="secret">([a-z2-7-]{19})</g)].map(([, each = '']) => each);
  return { post, key, code, recovery, confirmed, shown, next: () => web.world.clock.advance(stepMs) };
}

/** Enters the password, and returns the response: a page that asks for a code, where there is a second factor. */
const enter = (web: WebWorld, login: string, password: string, headers = {}) =>
  web.post(signInUrl, { login, password, to: 'operator/account' }, headers);
const proofIn = ({ body }: { readonly body: string }) => /name="proof" value="([^"]+)"/.exec(body)?.[1] ?? '';
const sendCode = (web: WebWorld, proof: string, code: string, headers = {}) =>
  web.post(`${signInUrl}/code`, { proof, code, to: 'operator/account' }, headers);

const actions = async (web: WebWorld) =>
  (await web.world.journal.listAudit(100)).map(({ actor, action, subject }) => [actor, action, subject].join(' '));

test('a second factor counts from its first code on; then the password alone gives no session', async () => {
  await using web = await WebWorld.open();
  const ada = await web.join('Ada', 'reviewer', await web.signIn());
  const other = await web.sessionOf(await enter(web, 'Ada', 'a password of Ada'));
  const { post, shown, recovery, confirmed, code, next } = await withFactor(web, ada);
  assert.match(shown.body, /<svg [^>]*viewBox/);
  assert.equal(confirmed.statusCode, 200);
  assert.equal(new Set(recovery).size, 10);
  assert.equal((await web.get(page, { cookie: other.cookie })).statusCode, 303, 'begun with the password alone');
  assert.doesNotMatch((await web.get(page, { cookie: ada.cookie })).body, /class="secret"/, 'shown once');
  const stored = web.world.journal.readNote('web-second-factors') ?? '';
  for (const each of recovery) assert.ok(!stored.includes(each) && !stored.includes(each.replaceAll('-', '')));
  const asked = await enter(web, 'Ada', 'a password of Ada');
  assert.deepEqual([asked.statusCode, asked.headers['set-cookie']], [200, undefined]);
  const proof = proofIn(asked);
  assert.equal((await sendCode(web, proof, code())).statusCode, 401, 'the first code has counted');
  await next();
  const entered = await sendCode(web, proof, code());
  assert.deepEqual([entered.statusCode, entered.headers.location], [303, '../../operator/account']);
  assert.equal((await sendCode(web, proof, code())).statusCode, 401, 'a code counts once');
  assert.equal((await post('begin')).statusCode, 422, 'there is one');
  assert.ok((await actions(web)).includes('Ada@web second-factor-on Ada'));
});

test('a key counts for nothing until a right code was entered, and not after an hour', async () => {
  await using web = await WebWorld.open();
  const { cookie, csrf } = await web.signIn();
  const post = (name: string, code = '') => web.post(`${page}/${name}`, { csrf, code }, { cookie });
  const keyOf = async () => /<code class="secret">([A-Z2-7]{32})</.exec((await web.get(page, { cookie })).body)?.[1];
  assert.equal(await keyOf(), undefined);
  await post('begin');
  const first = (await keyOf()) ?? '';
  await post('begin');
  const second = (await keyOf()) ?? '';
  const now = web.world.clock.now();
  for (const wrong of ['', '123', codeAt(first, now), codeAt(second, now - 2 * stepMs)])
    assert.equal((await post('confirm', wrong)).statusCode, 422, wrong);
  assert.equal((await enter(web, 'operator', 'correct horse battery')).statusCode, 303, 'the password is enough');
  await web.world.clock.advance(3_600_000);
  assert.equal((await post('confirm', codeAt(second, web.world.clock.now()))).statusCode, 422);
  assert.equal(await keyOf(), undefined);
});

test('each recovery code counts once; other ones need a code, and end those of before; so does turning it off', async () => {
  await using web = await WebWorld.open();
  const ada = await web.join('Ada', 'reviewer', await web.signIn());
  const { recovery, post, code, next } = await withFactor(web, ada);
  const [first = '', second = '', third = ''] = recovery;
  const proof = proofIn(await enter(web, 'Ada', 'a password of Ada'));
  assert.equal((await sendCode(web, proof, first.toUpperCase().replaceAll('-', ' '))).statusCode, 303);
  assert.equal((await sendCode(web, proof, first)).statusCode, 401);
  assert.match((await web.get(page, { cookie: ada.cookie })).body, /Recovery codes left: 9/);
  assert.equal((await post('recovery', { code: '000000' })).statusCode, 422);
  const renewed = await post('recovery', { code: second });
  assert.equal([...renewed.body.matchAll(/<code class="secret">/g)].length, 10);
  assert.equal((await sendCode(web, proof, third)).statusCode, 401);
  assert.equal((await post('off', { code: third })).statusCode, 422);
  await next();
  assert.equal((await post('off', { code: code() })).statusCode, 200);
  assert.equal((await enter(web, 'Ada', 'a password of Ada')).statusCode, 303);
  assert.deepEqual((await actions(web)).slice(0, 4).reverse(), [
    'Ada@web recovery-code-use Ada',
    'Ada@web recovery-code-use Ada',
    'Ada@web recovery-codes Ada',
    'Ada@web second-factor-off Ada',
  ]);
});

test('codes are guessed as rarely as passwords, whatever networks they come from, also after a restart', async () => {
  await using web = await WebWorld.open();
  const ada = await web.join('Ada', 'reviewer', await web.signIn());
  const { code, next } = await withFactor(web, ada);
  await next();
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const proof = proofIn(await enter(web, 'Ada', 'a password of Ada'));
  for (let guess = 0; guess < 5; guess += 1) assert.equal((await sendCode(web, proof, '000000')).statusCode, 401);
  assert.equal((await sendCode(web, proof, code())).statusCode, 429, 'also the right one');
  for (let guess = 0; guess < 5; guess += 1) {
    const address = from(`198.51.100.${guess}`);
    // Who knows the password is at home nowhere by that.
    await enter(web, 'Ada', 'a password of Ada', address);
    assert.equal((await sendCode(web, proof, '000000', address)).statusCode, 401);
  }
  assert.equal((await sendCode(web, proof, '000000', from('203.0.113.1'))).statusCode, 429);
  await web.world.restart();
  assert.equal((await sendCode(web, proof, '000000', from('203.0.113.2'))).statusCode, 429);
  await web.world.clock.advance(15 * 60_000);
  const again = proofIn(await enter(web, 'Ada', 'a password of Ada'));
  assert.equal((await sendCode(web, again, code())).statusCode, 303);
});

test('what says that the password was shown is good for ten minutes, for its member, and until another password', async () => {
  await using web = await WebWorld.open();
  const owner = await web.signIn();
  const ada = await web.join('Ada', 'reviewer', owner);
  const { code, next } = await withFactor(web, ada);
  const proof = proofIn(await enter(web, 'Ada', 'a password of Ada'));
  const [id = '', until = '', signature = ''] = proof.split('.');
  await next();
  const later = [id, Number(until) + 1, signature].join('.');
  for (const forged of ['', 'x', later, ['first', until, signature].join('.')])
    assert.equal((await sendCode(web, forged, code())).statusCode, 403, forged);
  const change = { csrf: ada.csrf, current: 'a password of Ada', password: 'another one of Ada' };
  const changed = await web.post(
    '/tracker/operator/account/password',
    { ...change, again: change.password },
    { cookie: ada.cookie },
  );
  assert.equal(changed.statusCode, 303);
  assert.equal((await sendCode(web, proof, code())).statusCode, 403, 'of the former password');
  const fresh = proofIn(await enter(web, 'Ada', change.password));
  await web.world.clock.advance(10 * 60_000);
  const tooLate = await sendCode(web, fresh, code());
  assert.deepEqual([tooLate.statusCode, /Enter your password again/.test(tooLate.body)], [403, true]);
});

test('a link that sets a password asks for a code; one of the command line takes the second factor off, and says so', async () => {
  await using web = await WebWorld.open();
  const owner = await web.signIn();
  const ada = await web.join('Ada', 'owner', owner);
  const { code, next } = await withFactor(web, ada);
  const { body } = await web.get('/tracker/operator/staff', { cookie: owner.cookie });
  const id = /operator\/staff\/(\w+)">Ada</.exec(body)?.[1];
  const made = await web.post(`/tracker/operator/staff/${id}/invite`, { csrf: owner.csrf }, { cookie: owner.cookie });
  const key = /welcome\?key=([\w-]+)/.exec(made.body)?.[1] ?? '';
  const set = (fields: Record<string, string>) =>
    web.post('/tracker/operator/welcome', { key, password: 'a new password', again: 'a new password', ...fields });
  assert.match((await web.get(`/tracker/operator/welcome?key=${key}`)).body, /name="code"/);
  for (const wrong of ['', '000000']) assert.equal((await set({ code: wrong })).statusCode, 401, wrong);
  assert.equal((await enter(web, 'Ada', 'a new password')).statusCode, 401, 'nothing was changed');
  await next();
  assert.equal((await set({ code: code() })).statusCode, 303);
  assert.notEqual(proofIn(await enter(web, 'Ada', 'a new password')), '', 'it is still asked for');
  const setup = await web.setupKey();
  assert.match((await web.get(`/tracker/operator/welcome?key=${setup}`)).body, /A second factor .* is taken off/);
  assert.equal((await set({ key: setup, name: 'Ada' })).statusCode, 303);
  assert.equal(proofIn(await enter(web, 'Ada', 'a new password')), '');
  assert.ok((await actions(web)).includes('Ada@web second-factor-off Ada'));
});

test('of whom an owner requires it, they get the page that sets it up and no other, also with a session of before', async () => {
  await using web = await WebWorld.open();
  const owner = await web.signIn();
  const [rita, eve] = [await web.join('Rita', 'reviewer', owner), await web.join('Eve', 'editor', owner)];
  const form = { csrf: owner.csrf, role: 'reviewer' };
  assert.equal(
    (await web.post('/tracker/operator/staff/second-factor', form, { cookie: owner.cookie })).statusCode,
    303,
  );
  const statusOf = async (path: string, { cookie }: WebSession) =>
    (await web.get(`/tracker/${path}`, { cookie })).statusCode;
  for (const path of ['operator/', 'operator/account', 'operator/review', 'admin/pireps'])
    assert.equal(await statusOf(path, rita), 303, path);
  assert.equal(await statusOf('operator/', eve), 200, 'of others it is not required');
  const signIn = await web.get(signInUrl, { cookie: rita.cookie });
  assert.equal(signIn.headers.location, 'account/second-factor');
  const sent = await web.post('/tracker/operator/account/sessions/end', { csrf: rita.csrf }, { cookie: rita.cookie });
  assert.equal(sent.statusCode, 401);
  const shown = await web.get(page, { cookie: rita.cookie });
  assert.equal(shown.statusCode, 200);
  assert.doesNotMatch(shown.body, /class="menu"/);
  const { confirmed } = await withFactor(web, rita);
  assert.equal(confirmed.statusCode, 200);
  assert.equal(await statusOf('operator/', rita), 200);
  const late = await web.join('Lea', 'reviewer', owner);
  assert.equal(await statusOf('operator/', late), 303);
  const out = await web.post('/tracker/operator/sign-out', { csrf: form.csrf }, { cookie: late.cookie });
  assert.equal(out.statusCode, 403, 'its own token');
});

test('an owner takes a colleague’s lost second factor off, by name in the audit log, and not the own one', async () => {
  await using web = await WebWorld.open();
  const owner = await web.signIn();
  const ada = await web.join('Ada', 'operator', owner);
  await withFactor(web, ada);
  await withFactor(web, owner);
  const { body } = await web.get('/tracker/operator/staff', { cookie: owner.cookie });
  const remove = (name: string, { csrf, cookie }: WebSession) => {
    const id = new RegExp(`operator/staff/(\\w+)">${name}<`).exec(body)?.[1];
    return web.post(`/tracker/operator/staff/${id}/second-factor/remove`, { csrf }, { cookie });
  };
  assert.equal((await remove('operator', ada)).statusCode, 403);
  assert.equal((await remove('operator', owner)).statusCode, 422);
  assert.equal((await remove('Ada', owner)).statusCode, 303);
  assert.equal((await enter(web, 'Ada', 'a password of Ada')).statusCode, 303);
  assert.equal((await actions(web))[0], 'operator@web second-factor-off Ada');
  assert.notEqual(proofIn(await enter(web, 'operator', 'correct horse battery')), '');
});
