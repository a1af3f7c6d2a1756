import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MailServer } from '../../../test/alerts/mail-server.ts';
import { until } from '../../../test/until.ts';
import { WebWorld } from '../../../test/web-world.ts';
import { writeHostSettings } from '../../platform/embedded/host-setting-admin.ts';
import { countWaiting } from '../../platform/embedded/join/applications.ts';
import { listPilots } from '../../platform/embedded/pilot-admin.ts';
import { removePilot } from '../../platform/embedded/pilot-changes.ts';

const markup = '<img src=x onerror=alert(1)>';
const password = 'a few words of hers';
const grace = { name: 'Grace Hopper', email: 'grace@example.org', home: 'LSZH', password, again: password };
const known = { ...grace, name: 'Somebody', email: 'ADA@demo-air.example' };
type Rules = Readonly<Record<string, string>>;
const open = { 'pilots.registration': 'open' };

async function joining(rules: Rules, mail?: MailServer) {
  const pilotMail = mail && {
    address: 'https://crew.example',
    from: 'crew@air.example',
    server: `smtp://127.0.0.1:${mail.port}`,
    password: null,
  };
  const web = await WebWorld.open({}, pilotMail === undefined ? {} : { config: { pilotMail } });
  const { crewCenter } = web.world.embedded;
  await writeHostSettings(crewCenter, rules);
  const { cookie, csrf } = await web.signIn();
  const admin = {
    get: async (path: string) => (await web.get(`/tracker/admin/${path}`, { cookie })).body,
    post: (path: string, form: Rules) => web.post(`/tracker/admin/${path}`, { csrf, ...form }, { cookie }),
  };
  return {
    web,
    crewCenter,
    admin,
    join: (form: Rules, headers: Record<string, string> = {}) => web.post('/tracker/join', form, headers),
    pilotOf: (email: string) => listPilots(crewCenter).find((each) => each.email === email),
    canSignIn: (login: string, word: string) =>
      web.world.signIn(login, word).then(
        () => true,
        () => false,
      ),
    actions: async () => (await web.world.journal.listAudit(100)).map(({ action, subject }) => `${action} ${subject}`),
    [Symbol.asyncDispose]: () => web[Symbol.asyncDispose](),
  };
}

/** The link of a mail, as its reader opens it. */
async function linkOf(mail: MailServer, count: number): Promise<string> {
  await until(() => mail.mails.length >= count);
  const text = (mail.mails.at(count - 1) ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=');
  const link = /https:\/\/crew\.example(\/tracker\/\S+)/.exec(text)?.[1];
  assert.ok(link !== undefined, text);
  return link;
}

const keyOf = (link: string) => new URL(link, 'http://h').searchParams.get('key') ?? '';

test('nobody registers until the airline allows it', async () => {
  await using given = await joining({});
  assert.match((await given.web.get('/tracker/join')).body, /does not take new pilots/);
  const refused = await given.join(grace);
  assert.equal(refused.statusCode, 403);
  assert.equal(given.pilotOf(grace.email), undefined);
});

test('without mail staff activate those who register, and see which address a pilot has; the answer does not tell', async () => {
  await using given = await joining(open);
  const answers = [await given.join(grace), await given.join(known)];
  const shown = answers.map(({ statusCode, headers, body }) => [statusCode, headers.location, body]);
  assert.deepEqual(shown[0], shown[1]);
  assert.deepEqual(shown[0], [303, 'join/done?next=staff', '']);
  assert.match((await given.web.get('/tracker/join/done?next=staff')).body, /once they have accepted it/);
  assert.equal(await given.canSignIn(grace.email, password), false);
  assert.equal(countWaiting(given.crewCenter), 2);
  const page = await given.admin.get('applications');
  assert.match(page, /ADA@demo-air\.example[\s\S]*a pilot has this address/);
  const accepted = await given.admin.post('applications/1/accept', {});
  assert.equal(accepted.headers.location, '../../applications?done=accept');
  assert.equal(await given.canSignIn(grace.email, password), true);
  const pilot = given.pilotOf(grace.email);
  assert.deepEqual(
    [pilot?.pilot.ident, pilot?.pilot.standing, pilot?.pilot.homeAirport],
    ['DMO0004', 'active', 'LSZH'],
  );
  assert.match((await given.admin.post('applications/2/accept', {})).body, /belongs to a pilot already/);
  assert.ok((await given.actions()).includes('application-accept DMO0004'));
});

test('applicants answer the questions of the airline, are accepted many at once, and refused with a reason', async () => {
  const questions = 'Why here?\r\n\r\n<b>Hours?</b>';
  await using given = await joining({ 'pilots.registration': 'application', 'pilots.questions': questions });
  const asked = { 'question-0': 'Why here?', 'question-1': '<b>Hours?</b>' };
  const form = (await given.web.get('/tracker/join')).body;
  assert.match(form, /for="answer-0"[^>]*>Why here\?</);
  assert.match(form, /&lt;b&gt;Hours\?/);
  const unanswered = await given.join({ ...grace, ...asked, 'answer-0': ' ' });
  assert.equal(unanswered.statusCode, 422);
  assert.match(unanswered.body, /id="answer-0"[^>]*aria-invalid="true"/);
  const long = 'ע😀'.repeat(1_300);
  for (const email of ['one@example.org', 'two@example.org', 'three@example.org'])
    assert.equal(
      (await given.join({ ...grace, ...asked, name: markup, email, 'answer-0': long, 'answer-1': markup })).statusCode,
      303,
    );
  const page = await given.admin.get('applications');
  assert.ok(page.includes('&lt;img src=x') && page.includes(long) && !page.includes(markup));
  const both = await given.admin.post('applications', { id: '1', decision: 'accept', reason: '' });
  assert.match(both.body, /Applications accepted: 1\./);
  assert.match((await given.admin.post('applications', { id: '2', decision: 'refuse' })).body, /Reason: enter/);
  const refused = await given.admin.post('applications', { id: '2', decision: 'refuse', reason: markup });
  assert.match(refused.body, /Applications refused: 1\./);
  assert.match((await given.admin.post('applications/2/accept', {})).body, /is already refused/);
  assert.equal(
    given.crewCenter.get('SELECT count(*) AS count FROM tracker_applications WHERE password <> ?', '')?.count,
    1,
  );
  given.crewCenter.run("UPDATE tracker_applications SET decided_at = '2024-03-01 00:00:00' WHERE id = 2");
  await given.join({ ...grace, ...asked, 'answer-0': 'a', 'answer-1': 'b' });
  assert.equal(
    given.crewCenter.get("SELECT count(*) AS count FROM tracker_applications WHERE state = 'refused'")?.count,
    0,
  );
});

test('an answer stays with the question that was read, also when the questions change before the form is sent', async () => {
  await using given = await joining({ 'pilots.registration': 'application', 'pilots.questions': 'A?\nB?' });
  assert.match((await given.web.get('/tracker/join')).body, /name="question-1" value="B\?"/);
  const sent = { ...grace, 'question-0': 'A?', 'answer-0': 'to A', 'question-1': 'B?', 'answer-1': 'to B' };
  await writeHostSettings(given.crewCenter, { 'pilots.questions': 'C?\nA?' });
  const again = await given.join(sent);
  assert.equal(again.statusCode, 422);
  assert.match(again.body, /role="alert">The airline has changed its questions/);
  assert.match(again.body, /id="answer-1"[^>]*>to A</);
  assert.equal(countWaiting(given.crewCenter), 0);
  await writeHostSettings(given.crewCenter, { 'pilots.questions': 'B?\nA?' });
  assert.equal((await given.join(sent)).statusCode, 303);
  const row = given.crewCenter.get('SELECT answers FROM tracker_applications');
  assert.deepEqual(JSON.parse(String(row?.answers)), [
    { question: 'B?', answer: 'to B' },
    { question: 'A?', answer: 'to A' },
  ]);
});

test('an invitation makes pilots at once, as often and as long as it says', async () => {
  await using given = await joining({ 'pilots.registration': 'invitation' });
  assert.match((await given.web.get('/tracker/join')).body, /by invitation/);
  assert.equal((await given.join(grace)).statusCode, 403);
  assert.match(
    (await given.admin.post('invitations', { note: '', uses: '0', days: 'x' })).body,
    /Uses: enter a number from 1/,
  );
  const made = await given.admin.post('invitations', { note: markup, uses: '2', days: '7' });
  const key = /join\?key=([\w-]+)/.exec(made.body)?.[1] ?? '';
  assert.equal(key.length, 43);
  assert.ok(!(await given.admin.get('invitations')).includes(key));
  assert.match((await given.web.get(`/tracker/join?key=${key}`)).body, /You can fly at once/);
  assert.equal((await given.join({ ...grace, key })).headers.location, 'join/done?next=now');
  assert.equal(await given.canSignIn(grace.email, password), true);
  assert.equal((await given.join({ ...known, key })).headers.location, 'join/done?next=now');
  assert.equal(await given.canSignIn('ada@demo-air.example', password), false);
  const third = await given.join({ ...grace, email: 'third@example.org', key });
  assert.equal(third.statusCode, 422);
  assert.match(third.body, /used up or has expired/);
  assert.equal((await given.web.get('/tracker/join?key=wrong')).statusCode, 403);
  const later = await given.admin.post('invitations', { note: '', uses: '1', days: '1' });
  given.crewCenter.run("UPDATE tracker_invitations SET expires_at = '2024-04-06 09:59:59'");
  const late = /join\?key=([\w-]+)/.exec(later.body)?.[1] ?? '';
  assert.equal((await given.join({ ...grace, email: 'late@example.org', key: late })).statusCode, 422);
});

test('with mail the owner of an address shows that it is theirs, once and within an hour; a pilot gets another letter', async () => {
  await using mail = await MailServer.open();
  await using given = await joining(open, mail);
  assert.equal((await given.join(grace)).headers.location, 'join/done?next=mail');
  const link = await linkOf(mail, 1);
  assert.equal((await given.join(known)).headers.location, 'join/done?next=mail');
  await until(() => mail.mails.length === 2);
  const [first = '', second = ''] = mail.mails;
  assert.ok(first.includes('grace@example.org') && !first.includes('Grace Hopper'));
  assert.match(second, /ADA@demo-air\.example[\s\S]*belongs to a[\s\S]*password\/forgotten/);
  assert.equal(given.pilotOf(grace.email), undefined);
  assert.match((await given.web.get(link)).body, /name="key" value="/);
  assert.equal(given.pilotOf(grace.email), undefined, 'a program that opens the link does not use it up');
  const confirmed = await given.web.post('/tracker/join/confirm', { key: keyOf(link) });
  assert.match(confirmed.body, /You are pilot DMO0004/);
  assert.equal(await given.canSignIn(grace.email, password), true);
  assert.equal((await given.web.post('/tracker/join/confirm', { key: keyOf(link) })).statusCode, 403);
  assert.ok((await given.actions()).includes('pilot-join DMO0004'));
  await given.join({ ...grace, email: 'late@example.org' });
  const late = await linkOf(mail, 3);
  await given.web.world.clock.advance(3_601_000);
  assert.equal((await given.web.get(late)).statusCode, 403);
  assert.equal((await given.web.post('/tracker/join/confirm', { key: keyOf(late) })).statusCode, 403);
});

test('an applicant with a mail waits for staff, and gets their decision in the own language', async () => {
  await using mail = await MailServer.open();
  await using given = await joining({ 'pilots.registration': 'application' }, mail);
  await given.join(grace, { 'accept-language': 'de' });
  const link = await linkOf(mail, 1);
  assert.match(mail.mails[0] ?? '', /best=C3=A4tigen|Best=C3=A4tigen|Subject: /);
  assert.equal(countWaiting(given.crewCenter), 0);
  const confirmed = await given.web.post('/tracker/join/confirm', { key: keyOf(link) });
  assert.equal(confirmed.headers.location, 'done?next=staff');
  assert.equal(countWaiting(given.crewCenter), 1);
  await given.admin.post('applications/1/accept', {});
  await until(() => mail.mails.length === 2);
  assert.match(mail.mails[1] ?? '', /Sie sind Pilot DMO0004/);
});

test('what an applicant wrote goes with the pilot, erased or removed', async () => {
  await using given = await joining({ 'pilots.registration': 'application', 'pilots.questions': 'Why?' });
  const left = () => given.crewCenter.all('SELECT email FROM tracker_applications').map(({ email }) => email);
  const emails = ['one@example.org', 'two@example.org'];
  for (const email of emails) await given.join({ ...grace, email, 'question-0': 'Why?', 'answer-0': 'Because' });
  await given.admin.post('applications', { all: 'yes', id: '', shown: '1', decision: 'accept' });
  await given.admin.post('applications/2/accept', {});
  assert.deepEqual(left(), emails);
  await given.web.world.erasePilot('DMO0004');
  assert.deepEqual(left(), ['two@example.org']);
  await removePilot(given.crewCenter, 'two@example.org');
  assert.deepEqual(left(), []);
});

test('what was entered is checked, and shown again but for the passwords', async () => {
  await using given = await joining(open);
  const wrong = {
    name: 'x'.repeat(4_000),
    email: markup,
    home: 'ZZZZ',
    airline: 'XXX',
    password: 'short',
    again: 'short',
  };
  const { statusCode, body } = await given.join(wrong, { 'accept-language': 'fr' });
  assert.equal(statusCode, 422);
  for (const text of ['100 caractères', 'adresse e-mail', 'ZZZZ', 'pas de pilotes', 'au moins 8'])
    assert.match(body, new RegExp(text));
  assert.ok(body.includes('&lt;img') && !body.includes(markup) && !body.includes('value="short"'));
  assert.match((await given.join({ ...grace, again: 'another one' })).body, /not the same/);
  assert.match(
    (await given.join({ ...grace, password: 'é'.repeat(40), again: 'é'.repeat(40) })).body,
    /at most 72 bytes/,
  );
});

test('registrations are limited from one network, across a restart, and a form of another site is none', async () => {
  await using given = await joining(open);
  const statuses: number[] = [];
  for (let n = 0; n < 12; n++) statuses.push((await given.join({ ...grace, email: `n${n}@example.org` })).statusCode);
  assert.deepEqual([statuses.filter((each) => each === 303).length, statuses.at(-1)], [10, 429]);
  await given.web.world.restart();
  assert.equal((await given.join({ ...grace, email: 'after@example.org' })).statusCode, 429);
  const elsewhere = await given.join(grace, { 'sec-fetch-site': 'cross-site' });
  assert.equal(elsewhere.statusCode, 403);
  await given.web.world.clock.advance(16 * 60_000);
  assert.equal((await given.join({ ...grace, email: 'after@example.org' })).statusCode, 303);
});
