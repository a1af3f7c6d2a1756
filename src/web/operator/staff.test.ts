import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { MailServer } from '../../../test/alerts/mail-server.ts';
import { until } from '../../../test/until.ts';
import { type WebSession, WebWorld } from '../../../test/web-world.ts';

const signInUrl = '/tracker/operator/sign-in';
const welcomeUrl = '/tracker/operator/welcome';

/** The address of a member's page, out of the list. */
async function pageOf(web: WebWorld, { cookie }: WebSession, name: string): Promise<string> {
  const { body } = await web.get('/tracker/operator/staff', { cookie });
  const id = new RegExp(`operator/staff/(\\w+)">${name}<`).exec(body)?.[1];
  assert.ok(id, `${name} is in the list`);
  return `/tracker/operator/staff/${id}`;
}

const isIn = async (web: WebWorld, { cookie }: WebSession) =>
  (await web.get('/tracker/operator/', { cookie })).statusCode === 200;

test('an owner invites by a link that sets a password once; the member signs in by name or e-mail and is named in the audit log', async () => {
  await using web = await WebWorld.open();
  const { cookie, csrf } = await web.signIn();
  const form = { csrf, name: 'Ada Keller', email: 'ada@example.org', role: 'operator' };
  const invited = await web.post('/tracker/operator/staff', form, { cookie, host: 'va.example' });
  assert.equal(invited.statusCode, 200);
  const [, link = '', key = ''] =
    /(http:\/\/va\.example\/tracker\/operator\/welcome\?key=([\w-]{43}))/.exec(invited.body) ?? [];
  assert.doesNotMatch((await web.get('/tracker/operator/staff', { cookie })).body, /welcome\?key/, 'shown once');
  assert.doesNotMatch(web.world.journal.readNote('web-invitations') ?? '', new RegExp(key), 'only a digest is stored');
  const login = { login: 'ada keller', password: 'a password of ada' };
  assert.equal((await web.post(signInUrl, login)).statusCode, 401, 'not before the link was used');
  const page = await web.get(new URL(link).pathname + new URL(link).search);
  assert.match(page.body, /Ada Keller<\/strong>/);
  assert.match(page.body, /operator: Flights/);
  const chosen = { key, password: login.password, again: login.password };
  assert.equal((await web.post(welcomeUrl, { ...chosen, name: 'Somebody else' })).statusCode, 303);
  assert.equal((await web.post(welcomeUrl, chosen)).statusCode, 403, 'good once');
  for (const name of ['ada keller', 'Ada@Example.org'])
    assert.equal((await web.post(signInUrl, { ...login, login: name })).statusCode, 303, name);
  const ada = await web.sessionOf(await web.post(signInUrl, login));
  await web.post('/tracker/operator/sessions/end', { csrf: ada.csrf }, { cookie: ada.cookie });
  const entries = (await web.world.journal.listAudit(3)).map(({ actor, action, subject }) => [actor, action, subject]);
  assert.deepEqual(entries[0]?.slice(0, 2), ['Ada Keller@web', 'end-sessions']);
  assert.deepEqual(entries.slice(1), [
    ['Ada Keller@web', 'staff-password', 'Ada Keller'],
    ['operator@web', 'staff-add', 'Ada Keller'],
  ]);
});

test('a wrong password and an unknown name have the same answer', async () => {
  await using web = await WebWorld.open();
  await web.signIn();
  const answers = await Promise.all(
    ['operator', 'nobody', ''].map((login) => web.post(signInUrl, { login, password: 'not the password' })),
  );
  const plain = answers.map(({ statusCode, body }) => [statusCode, body.replace(/value="(?:operator|nobody)?"/, '')]);
  assert.deepEqual(plain[0], plain[1]);
  assert.deepEqual(plain[0], plain[2]);
  assert.equal(plain[0]?.[0], 401);
});

test('an invitation that nobody used in three days is no use, nor is one that a newer one replaced', async () => {
  await using web = await WebWorld.open();
  const { cookie, csrf } = await web.signIn();
  const keyIn = ({ body }: { readonly body: string }) => /welcome\?key=([\w-]+)/.exec(body)?.[1] ?? '';
  const form = { csrf, name: 'Ada', email: '', role: 'editor' };
  const first = keyIn(await web.post('/tracker/operator/staff', form, { cookie }));
  const page = await pageOf(web, { cookie, csrf }, 'Ada');
  const second = keyIn(await web.post(`${page}/invite`, { csrf }, { cookie }));
  const statusOf = async (key: string) => (await web.get(`${welcomeUrl}?key=${key}`)).statusCode;
  assert.deepEqual([await statusOf(first), await statusOf(second)], [403, 200]);
  web.world.clock.set(web.world.clock.now() + 72 * 3_600_000 - 1);
  assert.equal(await statusOf(second), 200);
  await web.world.clock.advance(1);
  assert.equal(await statusOf(second), 403);
});

test('each role sees in the menu what it may use, and is refused the rest; a change of roles counts at once', async () => {
  await using web = await WebWorld.open();
  const owner = await web.signIn();
  const editor = await web.join('Eve', 'editor', owner);
  const get = async (path: string) => (await web.get(`/tracker/${path}`, { cookie: editor.cookie })).statusCode;
  const { body } = await web.get('/tracker/operator/', { cookie: editor.cookie });
  const entries = [...body.matchAll(/<li><a href="\.\.\/([\w/-]+)"/g)].map(([, path]) => path);
  assert.deepEqual(entries.sort(), [
    ...['admin/bids', 'admin/fleet', 'admin/news', 'admin/schedules'],
    ...['operator', 'operator/account', 'operator/in-progress'],
  ]);
  assert.deepEqual([await get('admin/fleet'), await get('admin/pireps'), await get('operator/staff')], [200, 403, 403]);
  const form = { csrf: editor.csrf, va_name: 'Taken' };
  assert.equal((await web.post('/tracker/admin/settings', form, { cookie: editor.cookie })).statusCode, 403);
  const page = await pageOf(web, owner, 'Eve');
  const change = { csrf: owner.csrf, name: 'Eve', email: '', role: 'reviewer' };
  assert.equal((await web.post(page, change, { cookie: owner.cookie })).statusCode, 303);
  assert.deepEqual([await get('admin/fleet'), await get('admin/pireps')], [403, 200]);
});

test('who is removed is out at once, and back with nothing that was theirs', async () => {
  await using web = await WebWorld.open();
  const owner = await web.signIn();
  const ada = await web.join('Ada', 'operator', owner);
  const page = await pageOf(web, owner, 'Ada');
  const [{ csrf, cookie }] = [owner];
  assert.equal((await web.post(`${page}/remove`, { csrf }, { cookie })).statusCode, 303);
  assert.equal(await isIn(web, ada), false);
  const again = { login: 'Ada', password: 'a password of Ada' };
  assert.equal((await web.post(signInUrl, again)).statusCode, 401);
  assert.equal((await web.get(page, { cookie })).statusCode, 404);
});

test('sessions are listed and ended: one, all others, and by an owner all of a member', async () => {
  await using web = await WebWorld.open();
  const owner = await web.signIn();
  const first = await web.join('Ada', 'operator', owner);
  const login = { login: 'Ada', password: 'a password of Ada' };
  const enter = async (agent: string) => web.sessionOf(await web.post(signInUrl, login, { 'user-agent': agent }));
  const [second, third] = [await enter('Firefox/1 Windows'), await enter('Safari/1 iPhone')];
  const { body } = await web.get('/tracker/operator/account', { cookie: first.cookie });
  assert.match(body, /Firefox on Windows/);
  assert.match(body, /192\.0\.2\.1/);
  const ids = [...body.matchAll(/account\/sessions\/(\w{16})\/end/g)].map(([, each = '']) => each);
  assert.equal(ids.length, 2, 'not the one in which they are ended');
  const end = (path: string, { csrf, cookie }: WebSession) =>
    web.post(`/tracker/operator/${path}`, { csrf }, { cookie });
  assert.equal((await end(`account/sessions/${ids[1]}/end`, owner)).statusCode, 404, 'nobody else’s');
  assert.equal((await end(`account/sessions/${ids[1]}/end`, first)).statusCode, 303);
  assert.deepEqual([await isIn(web, first), await isIn(web, second), await isIn(web, third)], [true, false, true]);
  await end('account/sessions/end', third);
  assert.deepEqual([await isIn(web, first), await isIn(web, third)], [false, true]);
  await web.world.restart(600_000);
  assert.equal(await isIn(web, third), true);
  const own = (await web.get('/tracker/operator/account', { cookie: third.cookie })).body;
  assert.match(own, /data-label="Signed in">2024-04-06 10:00Z<[^\n]*data-label="Last use">2024-04-06 10:10Z</);
  const page = await pageOf(web, owner, 'Ada');
  const fourth = await enter('Firefox/1 Linux');
  const { body: ofMember } = await web.get(page, { cookie: owner.cookie });
  assert.match(ofMember, /Safari on iOS/);
  const [id = ''] = ofMember.match(/(?<=sessions\/)\w{16}(?=\/end)/) ?? [];
  const one = `${page.replace('/tracker/operator/', '')}/sessions/${id}/end`;
  assert.equal((await end(one, third)).statusCode, 403, 'by an owner alone');
  assert.equal((await end(one, owner)).statusCode, 303);
  assert.equal((await end(one, owner)).statusCode, 404, 'it is over');
  assert.deepEqual([await isIn(web, third), await isIn(web, fourth)], [true, false], 'the newest is listed first');
  const [entry] = await web.world.journal.listAudit(1);
  assert.deepEqual([entry?.action, entry?.subject], ['staff-end-session', 'Ada']);
  await end(`${page.replace('/tracker/operator/', '')}/end-sessions`, owner);
  assert.deepEqual([await isIn(web, third), await isIn(web, owner)], [false, true]);
});

test('a member changes their password with the one of now, and their other sessions end', async () => {
  await using web = await WebWorld.open();
  const owner = await web.signIn();
  const ada = await web.join('Ada', 'reviewer', owner);
  const other = await web.sessionOf(await web.post(signInUrl, { login: 'Ada', password: 'a password of Ada' }));
  const change = (current: string, password: string, again = password) =>
    web.post(
      '/tracker/operator/account/password',
      { csrf: ada.csrf, current, password, again },
      { cookie: ada.cookie },
    );
  assert.equal((await change('not the password', 'a new password')).statusCode, 422);
  assert.equal((await change('a password of Ada', 'short')).statusCode, 422);
  assert.equal((await change('a password of Ada', 'a new password', 'another one')).statusCode, 422);
  const now = await web.sessionOf(await change('a password of Ada', 'a new password'));
  assert.deepEqual([await isIn(web, other), await isIn(web, ada), await isIn(web, now)], [false, false, true]);
  assert.equal((await web.post(signInUrl, { login: 'Ada', password: 'a password of Ada' })).statusCode, 401);
  assert.equal((await web.post(signInUrl, { login: 'Ada', password: 'a new password' })).statusCode, 303);
});

test('the one password of before is the first owner’s after an upgrade', async () => {
  await using web = await WebWorld.open();
  await web.signIn('a password of before');
  const { journal } = web.world;
  const [{ passwordHash }] = JSON.parse(journal.readNote('staff') ?? '[]');
  await journal.saveNote('web-password', passwordHash);
  await journal.saveNote('staff', null);
  await web.world.restart();
  assert.equal((await web.post(signInUrl, { login: 'operator', password: 'a password of before' })).statusCode, 303);
  const { actor, action } = (await web.world.journal.listAudit(1))[0] ?? {};
  assert.deepEqual([actor, action], ['operator@web', 'staff-first']);
});

for (const way of ['changed the password', 'got one by a link of the command line'])
  test(`a link that was given out before a member ${way} is worth nothing afterwards`, async () => {
    await using web = await WebWorld.open();
    const owner = await web.signIn();
    const { cookie, csrf } = await web.join('Rita', 'reviewer', owner);
    const page = await pageOf(web, owner, 'Rita');
    const invited = await web.post(`${page}/invite`, { csrf: owner.csrf }, { cookie: owner.cookie });
    const key = /welcome\?key=([\w-]+)/.exec(invited.body)?.[1] ?? assert.fail(invited.body);
    const statusOf = async () => (await web.get(`${welcomeUrl}?key=${key}`)).statusCode;
    assert.equal(await statusOf(), 200);
    const password = 'another password of Rita';
    const form = { csrf, current: 'a password of Rita', password, again: password };
    const set =
      way === 'changed the password'
        ? await web.post('/tracker/operator/account/password', form, { cookie })
        : await web.post(welcomeUrl, { key: await web.setupKey(), name: 'Rita', password, again: password });
    assert.equal(set.statusCode, 303);
    assert.equal(await statusOf(), 403);
  });

test('where mail is set an invitation is mailed to the member’s address, and one without an address is not', async () => {
  await using mail = await MailServer.open();
  const server = `smtp://127.0.0.1:${mail.port}`;
  const pilotMail = { address: 'https://crew.example', from: 'crew@air.example', server, password: null };
  await using web = await WebWorld.open({}, { config: { pilotMail } });
  const { cookie, csrf } = await web.signIn();
  const add = (name: string, email: string, lang = 'en') =>
    web.post('/tracker/operator/staff', { csrf, name, email, role: 'editor' }, { cookie, 'accept-language': lang });
  assert.doesNotMatch((await add('Eve', '')).body, /mailed to/);
  assert.match((await add('Ada Keller', 'ada@example.org')).body, /mailed to ada@example\.org/);
  await until(() => mail.mails.length > 0);
  const [text = '', ...more] = mail.mails.map((each) => each.replaceAll('=\r\n', '').replaceAll('=3D', '='));
  assert.deepEqual(more, []);
  assert.match(text, /To: ada@example\.org/);
  const key = /https:\/\/crew\.example\/tracker\/operator\/welcome\?key=([\w-]{43})/.exec(text)?.[1] ?? '';
  const password = 'a password of ada';
  assert.equal((await web.post(welcomeUrl, { key, password, again: password })).statusCode, 303);
  assert.equal((await add('Ben', 'ben@example.org', 'de')).statusCode, 200);
  assert.match(
    mail.mails[1] ?? '',
    /Setzen Sie innerhalb von 72 Stunden Ihr Passwort/,
    'in the language of who invites',
  );
  await mail[Symbol.asyncDispose]();
  const { body } = await add('Zoe Lang', 'zoe@example.org');
  assert.match(body, /The mail to zoe@example\.org was not sent/);
  assert.doesNotMatch(body, /was also mailed/);
});

test('a mail server that says nothing does not keep the only copy of a link back', async (t) => {
  const silent = createServer();
  t.after(() => silent.close());
  const asked = once(silent, 'connection');
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  const server = `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const pilotMail = { address: 'https://crew.example', from: 'crew@air.example', server, password: null };
  await using web = await WebWorld.open({}, { config: { pilotMail } });
  const { cookie, csrf } = await web.signIn();
  const form = { csrf, name: 'Eve', email: 'eve@example.org', role: 'editor' };
  const answer = web.post('/tracker/operator/staff', form, { cookie });
  const [socket] = (await asked) as [Socket];
  await web.world.clock.advance(5_000);
  const { body } = await answer;
  assert.match(body, /The mail to eve@example\.org is on its way/);
  assert.match(body, /welcome\?key=[\w-]{43}/);
  socket.destroy();
});
