import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noFigures } from '../../../test/flown.ts';
import { sampleFlight } from '../../../test/journal/suite/samples.ts';
import { flyBesideRunways, noRunway, useRules } from '../../../test/judged-flight.ts';
import { type WebSession, WebWorld } from '../../../test/web-world.ts';
import type { Journal } from '../../journal/journal.ts';
import { DatabaseUnavailable } from '../../lib/mysql-failures.ts';
import { override } from '../../lib/override.ts';
import { writeHostSettings } from '../../platform/embedded/host-setting-admin.ts';

const url = '/tracker/operator/';
const markup = '<img src=x onerror=alert(1)>';

/** The lines of the page by where they lead: the number and what it is of. */
async function linesOf(web: WebWorld, { cookie }: WebSession): Promise<Readonly<Record<string, string>>> {
  const { body } = await web.get(url, { cookie });
  const lines = body.matchAll(/href="\.\.\/([\w/-]+)"><strong>([^<]+)<\/strong> ([^<]+)</g);
  return Object.fromEntries([...lines].map(([, path, count, text]) => [path, `${count} ${text}`]));
}

/** A PIREP, an applicant and a wish for erasure wait, and one flight is under way. */
async function waiting() {
  const web = await WebWorld.open();
  const { world } = web;
  await useRules(world, { ...noRunway, follows: ['points', 'review'], points: 15, text: 'Land on a runway.' });
  await flyBesideRunways(world, noFigures);
  await writeHostSettings(world.embedded.crewCenter, { 'pilots.registration': 'open' });
  const password = 'a few words of hers';
  const grace = { name: 'Grace Hopper', email: 'grace@example.org', home: 'LSZH', password, again: password };
  await web.post('/tracker/join', grace);
  const ada = await web.signInPilot();
  await web.post('/tracker/my/privacy/erase', { csrf: ada.csrf, wanted: 'yes' }, { cookie: ada.cookie });
  await world.startFlight('EDDF');
  return web;
}

test('sign-in leads to a page that says what waits, each with a link, and each role sees what it may', async () => {
  await using web = await waiting();
  const owner = await web.signIn();
  const pirep = { 'operator/review': '1 PIREP waits for a decision' };
  const flights = { 'operator/in-progress': '1 flight is in progress' };
  const outbox = { 'operator/outbox': '0 flights are stuck on their way to the crew center' };
  const applicant = { 'admin/applications': '1 applicant wants to become a pilot' };
  const erasure = { 'operator/privacy': '1 pilot asks to be erased' };
  assert.deepEqual(await linesOf(web, owner), { ...pirep, ...outbox, ...erasure, ...flights, ...applicant });
  const cases = [
    ['operator', { ...outbox, ...flights, ...applicant }],
    ['reviewer', { ...pirep, ...flights }],
    ['editor', flights],
  ] as const;
  for (const [role, lines] of cases) {
    const member = await web.join(`a ${role}`, role, owner);
    assert.deepEqual(await linesOf(web, member), lines, role);
    const { body } = await web.get(url, { cookie: member.cookie });
    for (const text of ['Nothing is wrong', 'aria-label="Audit log"'])
      assert.equal(body.includes(text), role === 'operator', `${role}: ${text}`);
  }
  const form = { login: 'operator', password: 'correct horse battery' };
  const { headers } = await web.post('/tracker/operator/sign-in', form);
  assert.equal(new URL(String(headers.location), `http://h${url}sign-in`).pathname, url);
});

test('a number that could not be asked is said to be unknown, and never 0', async () => {
  await using web = await waiting();
  const owner = await web.signIn();
  web.world.line.fail('all', 'before');
  const lines = await linesOf(web, owner);
  assert.equal(lines['operator/review'], '? PIREPs wait for a decision');
  assert.equal(lines['operator/in-progress'], '1 flight is in progress', 'the journal knows these');
  await web.world.clock.advance(10_000);
  const { body } = await web.get(url, { cookie: owner.cookie });
  assert.match(body, /Could not be counted: .*crew center/i);
  assert.match(
    body,
    /Reports are stored and delivered later/,
    'no mail before ten minutes, but nobody reads that nothing is wrong',
  );
});

test('while the database of the journal is away the page is there, and says so', async () => {
  let isAway = false;
  const ask = async <T>(read: () => Promise<T>) => {
    if (isAway) throw new DatabaseUnavailable('ECONNREFUSED', true, null);
    return read();
  };
  const journal = (own: Journal) => override(own, { listAudit: (limit) => ask(() => own.listAudit(limit)) });
  await using web = await WebWorld.open({}, { journal });
  const { cookie } = await web.signIn();
  isAway = true;
  const { statusCode, body } = await web.get(url, { cookie });
  assert.equal(statusCode, 200);
  assert.match(body, /The audit log could not be read: The journal&#39;s database does not answer/);
});

test('a PIREP that was filed by hand does not count, because the page to which the number leads has none of its flight', async () => {
  await using web = await waiting();
  const { crewCenter } = web.world.embedded;
  await crewCenter.write(() => {
    const [row = {}] = crewCenter.all('SELECT * FROM pireps WHERE state = 1');
    const names = Object.keys(row).join();
    crewCenter.run(
      `INSERT INTO pireps (${names}) SELECT ${names.replace(/\bid\b/, "'by-hand'")} FROM pireps WHERE state = 1`,
    );
  });
  assert.equal((await linesOf(web, await web.signIn()))['operator/review'], '1 PIREP waits for a decision');
});

test('what is stuck and what is wrong is listed, with the page where it is dealt with', async () => {
  await using web = await WebWorld.open();
  const { session, flight } = await web.world.startFlight();
  const owner = await web.signIn();
  web.world.line.fail('all', 'before');
  const cancel = web.world.calls.cancel(session, { name: null, reason: 'cannot' });
  await web.world.clock.advance(10_000);
  await cancel;
  const aside = `/tracker/operator/outbox/${flight.id}/set-aside`;
  await web.post(aside, { csrf: owner.csrf, reason: markup }, { cookie: owner.cookie });
  assert.equal((await linesOf(web, owner))['operator/outbox'], '1 flight is stuck on its way to the crew center');
  const { body } = await web.get(url, { cookie: owner.cookie });
  assert.match(body, /<a href="\.\.\/operator\/outbox">The PIREP of DMO\w+ [^<]* cannot be filed: &lt;img src=x/);
  assert.equal(body.includes(markup), false);
});

test('what others did and which flights ended since the last visit is said, and not what was before', async () => {
  await using web = await WebWorld.open();
  const { world } = web;
  const owner = await web.signIn();
  const other = await web.join('Ada', 'operator', owner);
  const see = async ({ cookie }: WebSession) => (await web.get(url, { cookie })).body;
  assert.match(await see(owner), /What was done last/);
  await world.restart(600_000);
  await see(owner);
  await world.restart(3_660_000);
  const { session } = await world.startFlight();
  // The flight that ended now began before a hundred others, which had ended before.
  for (let number = 1_001; number <= 1_100; number++)
    await world.journal.saveFlight(
      sampleFlight(number, { state: 'cancelled', endedAt: world.clock.now() - 7_200_000 }),
    );
  await world.calls.cancel(session, { name: null, reason: 'over' });
  await web.post('/tracker/operator/sessions/end', { csrf: other.csrf }, { cookie: other.cookie });
  const back = await see(owner);
  assert.match(back, /Since your last visit \(2024-04-06 10:10Z\)/);
  assert.match(back, /<strong>1<\/strong> flight ended/);
  assert.match(back, /data-label="Who">Ada@web<[^\n]*data-label="Action">end-sessions</);
  assert.doesNotMatch(back, /staff-password/, 'that was before');
  await world.restart(3_660_000);
  const later = await see(owner);
  assert.match(later, /Since your last visit \(2024-04-06 11:11Z\)/);
  assert.match(later, /Nobody else did anything/);
});
