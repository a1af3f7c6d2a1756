import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MailServer } from '../../../test/alerts/mail-server.ts';
import { until } from '../../../test/until.ts';
import { WebWorld } from '../../../test/web-world.ts';
import { demoPassword } from '../../platform/embedded/demo.ts';
import { editPilot, noPilotEdit } from '../../platform/embedded/pilot-changes.ts';

const ada = 'ada@demo-air.example';
const password = 'another few words';

async function withMail(mail: MailServer | null) {
  const server = `smtp://127.0.0.1:${mail?.port}`;
  const pilotMail = { address: 'https://crew.example', from: 'crew@air.example', server, password: null };
  const web = await WebWorld.open({}, mail === null ? {} : { config: { pilotMail } });
  const set = (key: string, word = password) => web.post('/tracker/password/new', { key, password: word, again: word });
  return { web, set, ask: (login: string) => web.post('/tracker/password/forgotten', { login }) };
}

async function keyIn(mail: MailServer, count: number): Promise<string> {
  await until(() => mail.mails.length >= count);
  const text = (mail.mails.at(count - 1) ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=');
  return /password\/new\?key=([\w-]+)/.exec(text)?.[1] ?? '';
}

test('a pilot sets another password by a mail, once and within an hour, which ends the sessions of before', async () => {
  await using mail = await MailServer.open();
  const { web, set, ask } = await withMail(mail);
  await using _ = web;
  const credential = { kind: 'password' as const, login: ada, password: demoPassword };
  const session = await web.world.signIn(credential.login, credential.password);
  const answers = [await ask('dmo1'), await ask('nobody@example.org')];
  const shown = answers.map(({ statusCode, headers, body }) => [statusCode, headers.location, body]);
  assert.deepEqual(shown[0], [303, 'sent', '']);
  assert.deepEqual(shown[0], shown[1], 'the answer does not tell who is a pilot');
  const key = await keyIn(mail, 1);
  assert.match(mail.mails[0] ?? '', new RegExp(ada));
  assert.match((await web.get(`/tracker/password/new?key=${key}`)).body, /For pilot DMO0001/);
  const short = await set(key, 'short');
  assert.equal(short.statusCode, 422);
  assert.equal((await set(key)).headers.location, 'done');
  assert.equal((await set(key, 'a third few words')).statusCode, 403);
  await web.world.signIn(ada, password);
  await assert.rejects(web.world.signIn(ada, demoPassword));
  await web.world.clock.advance(61_000);
  assert.ok(session !== undefined);
  const sessions = await web.world.tracking.operator.listSessions();
  assert.equal(sessions.filter(({ pilot }) => pilot.ident === 'DMO0001').length, 1);
  assert.equal(mail.mails.length, 1);
  const entries = await web.world.journal.listAudit(10);
  assert.ok(entries.some(({ actor, action }) => actor === 'DMO0001@web' && action === 'pilot-password'));

  await ask(ada);
  const late = await keyIn(mail, 2);
  await web.world.clock.advance(3_601_000);
  assert.equal((await web.get(`/tracker/password/new?key=${late}`)).statusCode, 403);
  assert.equal((await set(late)).statusCode, 403);
});

test('a link ends with another link, another password and another address', async () => {
  await using mail = await MailServer.open();
  const { web, set, ask } = await withMail(mail);
  await using _ = web;
  const { crewCenter } = web.world.embedded;
  await ask(ada);
  const first = await keyIn(mail, 1);
  await ask(ada);
  const second = await keyIn(mail, 2);
  assert.equal((await set(first)).statusCode, 403);
  assert.equal((await set(second)).statusCode, 303);
  await ask(ada);
  const third = await keyIn(mail, 3);
  await editPilot(crewCenter, ada, { ...noPilotEdit, email: 'other@demo-air.example' });
  assert.equal((await set(third)).statusCode, 403);
});

test('without mail staff hand out a link from the page of a pilot', async () => {
  const { web, set, ask } = await withMail(null);
  await using _ = web;
  assert.match((await web.get('/tracker/password/forgotten')).body, /Ask the staff/);
  assert.match((await ask(ada)).body, /Ask the staff/);
  const { cookie, csrf } = await web.signIn();
  const made = await web.post('/tracker/admin/pilots/1/reset-link', { csrf }, { cookie });
  const key = /password\/new\?key=([\w-]+)/.exec(made.body)?.[1] ?? '';
  assert.equal((await set(key)).statusCode, 303);
  await web.world.signIn(ada, password);
});

test('requests for a password are limited for one pilot and from one network', async () => {
  await using mail = await MailServer.open();
  const { web, ask } = await withMail(mail);
  await using _ = web;
  const statuses: number[] = [];
  for (let n = 0; n < 6; n++) statuses.push((await ask(ada)).statusCode);
  assert.deepEqual(statuses, [303, 303, 303, 303, 303, 429]);
  assert.equal((await ask('nobody')).statusCode, 303);
  await until(() => mail.mails.length === 5);
});
