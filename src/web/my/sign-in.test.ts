import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WebWorld } from '../../../test/web-world.ts';
import { demoPassword } from '../../platform/embedded/demo.ts';
import { safeTarget } from './sign-in.ts';

const url = '/tracker/my/sign-in';
const ada = { login: 'ada@demo-air.example', password: demoPassword };
const cookieOf = (answer: { readonly headers: Readonly<Record<string, unknown>> }) =>
  String(answer.headers['set-cookie']).split(';')[0] ?? '';
const tokenIn = (html: string) => /name="csrf" value="([^"]+)"/.exec(html)?.[1] ?? '';

test('a pilot signs in with the login of the crew center, and out, which ends the session', async () => {
  await using web = await WebWorld.open();
  const asked = await web.get('/tracker/my');
  assert.equal(asked.statusCode, 303);
  const location = new URL(String(asked.headers.location), 'http://h/tracker/my');
  assert.deepEqual([location.pathname, location.searchParams.get('to')], [url, 'my']);
  const signedIn = await web.post(url, { ...ada, to: 'my' });
  assert.equal(signedIn.statusCode, 303);
  assert.equal(new URL(String(signedIn.headers.location), `http://h${url}`).pathname, '/tracker/my');
  assert.match(
    String(signedIn.headers['set-cookie']),
    /^tracker_pilot=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict$/,
  );
  const cookie = cookieOf(signedIn);
  const page = await web.get('/tracker/my', { cookie });
  assert.equal(page.statusCode, 200);
  assert.match(page.body, /Ada/);
  await web.world.restart();
  assert.equal((await web.get('/tracker/my', { cookie })).statusCode, 200, 'the session is in the journal');
  const csrf = tokenIn(page.body);
  assert.equal((await web.post('/tracker/my/sign-out', { csrf: 'x' }, { cookie })).statusCode, 403);
  const other = { cookie, 'sec-fetch-site': 'cross-site' };
  assert.equal((await web.post('/tracker/my/sign-out', { csrf }, other)).statusCode, 403, 'a form of another site');
  assert.equal((await web.post('/tracker/my/sign-out', { csrf }, { cookie })).statusCode, 303);
  assert.equal((await web.get('/tracker/my', { cookie })).statusCode, 303);
  await web.world.restart();
  assert.equal((await web.get('/tracker/my', { cookie })).statusCode, 303, 'ended in the journal too');
});

test('a wrong password says nothing of the account, and failures are limited as those of clients', async () => {
  await using web = await WebWorld.open(
    {},
    { config: { loginLimits: { perPilotAndAddress: 3, perAddress: 9, perPilot: 9 } } },
  );
  const said = async (form: Record<string, string>) => {
    const answer = await web.post(url, form);
    assert.equal(answer.headers['set-cookie'], undefined);
    return [answer.statusCode, /role="alert"[^>]*>([^<]+)/.exec(answer.body)?.[1]];
  };
  const wrong = await said({ ...ada, password: 'wrong' });
  assert.equal(wrong[0], 401);
  assert.deepEqual(await said({ login: 'nobody@demo-air.example', password: 'wrong' }), wrong);
  assert.deepEqual(await said({ login: '', password: '' }), wrong);
  assert.deepEqual(await said({ login: 'x'.repeat(300), password: 'x' }), wrong);
  await said({ ...ada, password: 'wrong' });
  await said({ ...ada, password: 'wrong' });
  const limited = await web.post(url, ada);
  assert.equal(limited.statusCode, 429);
  assert.ok(Number(limited.headers['retry-after']) > 0);
  await assert.rejects(web.world.signIn(), /./, 'the client of that address waits too');
});

test('a crew center that is away has a page that says so, and nothing is lost', async () => {
  await using web = await WebWorld.open();
  web.world.line.fail('all', 'before');
  const away = await web.post(url, ada, { 'accept-language': 'de' });
  assert.equal(away.statusCode, 503);
  assert.match(away.body, /Nichts geht verloren/);
  assert.match(away.body, /value="ada@demo-air\.example"/);
  assert.doesNotMatch(away.body, new RegExp(demoPassword));
  web.world.line.heal();
  const cookie = cookieOf(await web.post(url, ada));
  web.world.line.fail('all', 'before');
  assert.equal((await web.get('/tracker/my', { cookie })).statusCode, 200, 'who is signed in stays so');
});

test('the pages say all in the visitor’s language, and the sign-in leads to no other site', async () => {
  await using web = await WebWorld.open();
  assert.match((await web.get(url, { 'accept-language': 'fr' })).body, /E-mail ou numéro de pilote/);
  for (const to of ['//evil.example', 'https://evil.example', 'operator', 'my/../operator', 'my?x=//a', 'my//x', ''])
    assert.equal(safeTarget(to), 'my', to);
  for (const to of ['my', 'my/devices', 'my/flights/AbC_1']) assert.equal(safeTarget(to), to);
});

test('by https the cookie is bound to the host and to https', async () => {
  await using web = await WebWorld.open();
  const headers = { 'x-forwarded-proto': 'https' };
  const answer = await web.post(url, ada, headers);
  assert.match(String(answer.headers['set-cookie']), /^__Host-tracker_pilot=[\w-]{43}; Path=\/; .*; Secure$/);
  assert.equal((await web.get('/tracker/my', { cookie: cookieOf(answer), ...headers })).statusCode, 200);
  assert.equal((await web.get('/tracker/my', { cookie: cookieOf(answer) })).statusCode, 303);
});

test('the token of a client’s session opens the pages in the cookie alone, and that of the staff does not', async () => {
  await using web = await WebWorld.open();
  const { cookie } = await web.signIn();
  const token = cookie.replace('tracker_operator=', '');
  assert.equal((await web.get('/tracker/my', { cookie })).statusCode, 303);
  assert.equal((await web.get('/tracker/my', { cookie: `tracker_pilot=${token}` })).statusCode, 303);
  const own = cookieOf(await web.post(url, ada));
  assert.equal((await web.get('/tracker/operator/', { cookie: own })).statusCode, 303);
  const asHeader = { authorization: `Bearer ${own.replace('tracker_pilot=', '')}` };
  assert.equal((await web.get('/tracker/my', asHeader)).statusCode, 303);
});
