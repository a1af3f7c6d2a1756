import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { flownTrack, noFigures } from '../../../../test/flown.ts';
import { WebWorld } from '../../../../test/web-world.ts';
import { Secret } from '../../../lib/secret.ts';
import { digest } from '../../../lib/tokens.ts';
import { modulesFolderName } from '../embedded.ts';
import { listHostSettings } from '../host-setting-admin.ts';
import { readHostSettings } from '../host-settings.ts';
import { listNews } from '../news.ts';
import { listPilots } from '../pilot-admin.ts';
import { readTrackerConfig, writeTrackerConfig } from '../settings.ts';

const markup = '<img src=x onerror=alert(1)>';

async function admin() {
  const web = await WebWorld.open();
  const { cookie, csrf } = await web.signIn();
  const get = async (path: string) => web.get(`/tracker/${path}`, { cookie });
  const post = (path: string, form: Record<string, string>) =>
    web.post(`/tracker/${path}`, { csrf, ...form }, { cookie });
  return { web, get, post, crewCenter: web.world.embedded.crewCenter };
}

test('the admin area is behind the operator’s sign-in, page by page and form by form', async () => {
  const { web, get } = await admin();
  await using _ = web;
  const lists = ['fleet', 'subfleets', 'airlines', 'ranks', 'airports'];
  const pages = ['pireps', 'pilots', 'bids', 'schedules', ...lists, 'news', 'addons', 'settings', 'rules'].map(
    (page) => `admin/${page}`,
  );
  for (const page of [...pages, 'update']) {
    assert.equal((await get(page)).statusCode, 200, page);
    assert.equal((await web.get(`/tracker/${page}`)).statusCode, 303, page);
  }
  for (const form of [
    'admin/settings',
    'admin/rules',
    'admin/pilots',
    'admin/bids',
    'admin/news',
    'admin/news/1/remove',
    'admin/addons/x/enable',
    'update',
  ]) {
    assert.equal((await web.post(`/tracker/${form}`, { va_name: 'Mine' })).statusCode, 401, form);
  }
});

test('every setting is shown with what it does, unit, bounds and default; the two of version 1.1 are gone', async () => {
  const { web, get } = await admin();
  await using _ = web;
  const { body } = await get('admin/settings');
  for (const name of ['va_name', 'session_token_ttl', 'bids_required', 'password_login', 'client_token_required']) {
    assert.match(body, new RegExp(`name="${name}"`));
  }
  assert.match(body, /A whole number from 5 to 43200\.<\/span> Default: 1440\./);
  assert.match(body, /minutes/);
  assert.doesNotMatch(body, /pirep_source_name|module_version/);
});

test('settings are saved, all or none, and what is wrong stands beside its field', async () => {
  const { web, post, crewCenter } = await admin();
  await using _ = web;
  const wrong = await post('admin/settings', { va_name: markup, session_token_ttl: '4' });
  assert.equal(wrong.statusCode, 422);
  assert.match(wrong.body, /must be a whole number from 5 to 43200/);
  assert.equal(wrong.body.includes(markup), false);
  assert.equal(readTrackerConfig(crewCenter).va_name, 'Demo Air');
  assert.equal((await post('admin/settings', { va_name: 'Neu Air', session_token_ttl: '60' })).statusCode, 303);
  assert.equal(readTrackerConfig(crewCenter).session_token_ttl, '60');
  await web.world.clock.advance(5_000);
  assert.equal(web.world.calls.status().settings.name, 'Neu Air');
  const audit = await web.world.journal.listAudit(5);
  assert.equal(audit[0]?.subject, 'va_name, session_token_ttl');
});

test('every rule of the crew center is shown with what it does and its default, and saved all or none', async () => {
  const { web, get, post, crewCenter } = await admin();
  await using _ = web;
  const { body } = await get('admin/rules');
  for (const { key } of listHostSettings(crewCenter)) assert.ok(body.includes(`name="${key}"`), key);
  assert.match(body, /hours[\s\S]*A whole number from 0 to 8760\.<\/span> Default: 12\./);
  const wrong = await post('admin/rules', { 'pilots.id_code': markup, 'acars.live_time': '3' });
  assert.equal(wrong.statusCode, 422);
  assert.equal(wrong.body.includes(markup), false);
  assert.equal(readHostSettings(crewCenter).liveTimeH, 12);
  assert.equal((await post('admin/rules', { 'acars.live_time': '3', 'pilots.id_code': '' })).statusCode, 303);
  assert.equal(readHostSettings(crewCenter).liveTimeH, 3);
  const [audit] = await web.world.journal.listAudit(5);
  assert.deepEqual([audit?.subject, audit?.detail], ['acars.live_time', 'acars.live_time = 3']);
});

test('the client token is made here, shown once, and kept as a hash', async () => {
  const { web, get, post, crewCenter } = await admin();
  await using _ = web;
  const made = await post('admin/settings/client-token', {});
  const token = /value="([\w-]{43})" aria-label="Client token"/.exec(made.body)?.[1] ?? '';
  assert.equal(readTrackerConfig(crewCenter).client_token_hash, digest(token));
  const again = await get('admin/settings');
  assert.equal(again.body.includes(token), false);
  assert.equal(again.body.includes(digest(token)), false);
  await post('admin/settings/client-token/remove', {});
  assert.equal(readTrackerConfig(crewCenter).client_token_hash, '');
});

test('the client token is not demanded before there is one', async () => {
  const { web, post, crewCenter } = await admin();
  await using _ = web;
  const early = await post('admin/settings', { client_token_required: 'true' });
  assert.equal(early.statusCode, 422);
  assert.match(early.body, /cannot be enabled without a client token/);
  assert.equal(readTrackerConfig(crewCenter).client_token_required, 'false');
  await post('admin/settings/client-token', {});
  assert.equal((await post('admin/settings', { client_token_required: 'true' })).statusCode, 303);
});

test('a client token that no client can send in a header is refused', async () => {
  const { web, crewCenter } = await admin();
  await using _ = web;
  await assert.rejects(writeTrackerConfig(crewCenter, { client_token: 'sésame, öffne dich' }), /English letters/);
  await writeTrackerConfig(crewCenter, { client_token: 'sesame, open yourself' });
});

test('of a stranger’s form nothing is read', async () => {
  const { web } = await admin();
  await using _ = web;
  const large = { csv: 'x'.repeat(9 << 20) };
  for (const form of ['admin/schedules/import', 'operator/sessions/end']) {
    assert.equal((await web.post(`/tracker/${form}`, large)).statusCode, 401, form);
  }
});

test('a PIREP is rejected with a comment, and accepted again', async () => {
  const { web, get, post } = await admin();
  await using _ = web;
  const { world } = web;
  const { session } = await world.startFlight();
  const track = flownTrack({
    from: { lat: 47.45, lon: 8.55 },
    to: { lat: 21, lon: -86.9 },
    startAt: world.clock.now(),
    count: 200,
  });
  await world.clock.advance(2_000_000);
  await world.calls.report(session, { name: null, positions: track, opening: null });
  const filed = await world.calls.finish(session, { name: null, figures: noFigures, opening: null });
  const id = filed.state === 'filed' ? filed.receipt.pirepId : '';
  assert.equal((await post(`admin/pireps/${id}/reject`, { comment: '' })).statusCode, 422);
  assert.equal((await post(`admin/pireps/${id}/reject`, { comment: `Not like this ${markup}` })).statusCode, 303);
  const page = await get(`admin/pireps/${id}`);
  assert.match(page.body, />rejected</);
  assert.match(page.body, /Not like this &lt;img/);
  assert.equal((await post(`admin/pireps/${id}/accept`, {})).statusCode, 303);
  assert.match((await get('admin/pireps?state=accepted')).body, new RegExp(id));
  assert.equal((await get('admin/pireps/nobody')).statusCode, 404);
  for (const decision of ['delete', 'constructor', '__proto__']) {
    assert.equal((await post(`admin/pireps/${id}/${decision}`, { comment: 'x' })).statusCode, 404, decision);
  }
});

test('pilots are added, suspended, and given passwords', async () => {
  const { web, post, get, crewCenter } = await admin();
  await using _ = web;
  const twice = await post('admin/pilots', {
    name: 'Dee',
    email: 'ada@demo-air.example',
    password: 'longer than 8',
    home: '',
  });
  assert.equal(twice.statusCode, 422);
  assert.match(twice.body, /belongs to another pilot/);
  const added = await post('admin/pilots', {
    name: markup,
    email: 'dee@va.example',
    password: 'longer than 8',
    home: 'lszh',
  });
  assert.match(added.body, /<strong>DMO0004<\/strong> was added/);
  assert.equal(added.body.includes(markup), false);
  const key = /value="([0-9a-f]{20})"/.exec(added.body)?.[1] ?? '';
  assert.ok(key !== '' && !(await get('admin/pilots')).body.includes(key));
  const dee = listPilots(crewCenter).find(({ email }) => email === 'dee@va.example')?.pilot.id ?? '';
  const renewed = await post(`admin/pilots/${dee}/key`, {});
  const next = /value="([0-9a-f]{20})"/.exec(renewed.body)?.[1] ?? '';
  assert.match(renewed.body, /<strong>DMO0004<\/strong> has a new API key/);
  assert.ok(next !== '' && next !== key && !(await get('admin/pilots')).body.includes(next));
  const { platform } = web.world.embedded;
  assert.equal(await platform.authenticateKey(new Secret(key)), null);
  assert.equal((await platform.authenticateKey(new Secret(next)))?.id, dee);
  assert.equal((await post('admin/pilots/999/key', {})).statusCode, 422);
  assert.equal((await post(`admin/pilots/${dee}/password`, { password: 'short' })).statusCode, 422);
  assert.equal((await post(`admin/pilots/${dee}/password`, { password: 'a new password' })).statusCode, 303);
  await web.world.signIn('dee@va.example', 'a new password');
  assert.equal((await post(`admin/pilots/${dee}/standing`, { standing: 'emperor' })).statusCode, 422);
  assert.equal((await post(`admin/pilots/${dee}/standing`, { standing: 'suspended' })).statusCode, 303);
  await assert.rejects(web.world.signIn('dee@va.example', 'a new password'), { code: 'pilot-not-allowed' });
});

test('bids are made by the rules, and removed', async () => {
  const { web, post, get, crewCenter } = await admin();
  await using _ = web;
  const cleo = listPilots(crewCenter).find(({ pilot }) => pilot.name === 'Cleo Brandt')?.pilot.id ?? '';
  assert.equal((await post('admin/bids', { pilot: cleo, schedule: 'none', aircraft: '' })).statusCode, 422);
  assert.equal(
    (await post('admin/bids', { pilot: cleo, schedule: 'demo-dmo311', aircraft: 'HB-JLQ' })).statusCode,
    303,
  );
  const { body } = await get('admin/bids');
  const id = /bids\/(\d+)\/remove(?:(?!remove)[\s\S])*the bid of DMO0003/.exec(body)?.[1] ?? '';
  assert.equal((await post(`admin/bids/${id}/remove`, {})).statusCode, 303);
  assert.equal((await post(`admin/bids/${id}/remove`, {})).statusCode, 422);
  assert.doesNotMatch((await get('admin/bids')).body, /the bid of DMO0003/);
});

test('a file of schedules is looked at, applied, and taken back, and put aside', async () => {
  const { web, post, get } = await admin();
  await using _ = web;
  const at = 'admin/schedules/import';
  const importId = async () => /name="import" value="(\d+)"/.exec((await get(at)).body)?.[1] ?? '';
  const head = 'airline,flight_number,dpt_airport,arr_airport,notes\n';
  assert.match((await post(at, { csv: ' ' })).body, /File: choose a CSV file/);
  const csv = `${head}DMO,900,LSZH,EDDF,${markup}\nDMO,310,LSZH,EDDF,new note\nDMO,901,LSZH,${markup},\n`;
  assert.equal((await post(at, { csv })).statusCode, 303);
  const { body } = await get(at);
  for (const text of [
    '<strong>1</strong> new',
    '<strong>1</strong> refused',
    'notes: empty → new note',
    'must be an ICAO',
  ])
    assert.ok(body.includes(text), text);
  assert.equal(body.includes(markup), false);
  assert.doesNotMatch((await get('admin/schedules')).body, /DMO900/);
  const id = await importId();
  assert.equal((await post(`${at}/apply`, { import: id })).statusCode, 303);
  assert.match((await get('admin/schedules')).body, /DMO900/);
  const again = await post(`${at}/apply`, { import: id });
  assert.deepEqual([again.statusCode, /not the newest/.test(again.body)], [422, true]);
  assert.match((await get(at)).body, /Undo this import/);
  assert.equal((await post(`${at}/undo`, { import: id })).statusCode, 303);
  assert.match((await get(at)).body, /taken back/);
  assert.doesNotMatch((await get('admin/schedules')).body, /DMO900/);
  await post(at, { csv: `${head}DMO,905,LSZH,EDDF,\n` });
  assert.equal((await post(`${at}/discard`, { import: await importId() })).statusCode, 303);
  assert.doesNotMatch((await get('admin/schedules')).body, /DMO905/);
  const done = (await web.world.journal.listAudit(50)).map(({ action, detail }) => `${action} ${detail}`);
  assert.ok(
    done.includes('schedule-import 1 added, 1 changed') && done.includes('schedule-import-undo null'),
    done.join(),
  );
});

test('a module is listed, enabled with its migrations, and disabled; a broken one says why it cannot be', async () => {
  const { web, get, post } = await admin();
  await using _ = web;
  const modulesFolder = join(web.world.directory, modulesFolderName);
  const folder = (name: string, manifest: object, files: Record<string, string> = {}) => {
    mkdirSync(join(modulesFolder, name, 'migrations'), { recursive: true });
    writeFileSync(join(modulesFolder, name, 'module.json'), JSON.stringify(manifest));
    for (const [file, text] of Object.entries(files)) writeFileSync(join(modulesFolder, name, file), text);
  };
  const manifest = { version: '1.0.0', main: 'main.js', events: ['PirepFiled'], description: `Greets ${markup}` };
  const main = { 'main.js': 'export const listeners = {};' };
  folder(
    'Greeter',
    { name: 'Greeter', ...manifest },
    { ...main, 'migrations/0001-tables.sql': 'CREATE TABLE greetings (id int);' },
  );
  folder('Broken', { name: 'Broken', ...manifest }, { ...main, 'migrations/0001-tables.sql': 'CREATE nonsense' });
  folder('Empty', { name: 'Other' });
  const { body } = await get('admin/addons');
  assert.match(body, /Greeter/);
  assert.match(body, /&quot;name&quot; must be &quot;Empty&quot;|"name" must be/);
  assert.equal(body.includes(markup), false);
  assert.equal((await post('admin/addons/Greeter/enable', {})).statusCode, 303);
  assert.match((await get('admin/addons')).body, /enabled<\/span>/);
  const broken = await post('admin/addons/Broken/enable', {});
  assert.equal(broken.statusCode, 422);
  assert.match(broken.body, /Broken could not be enabled/);
  assert.equal((await post('admin/addons/Greeter/disable', {})).statusCode, 303);
  assert.equal((await post('admin/addons/..%2F..%2Fetc/enable', {})).statusCode, 422);
});

test('news is posted as plain text, kept where it is wrong, and removed', async () => {
  const { web, get, post, crewCenter } = await admin();
  await using _ = web;
  const wrong = await post('admin/news', { title: ' ', body: markup });
  assert.equal(wrong.statusCode, 422);
  assert.match(wrong.body, /1 to 191 characters/);
  assert.match(wrong.body, /&lt;img src=x/);
  assert.equal((await post('admin/news', { title: markup, body: 'Daily.' })).statusCode, 303);
  const { body } = await get('admin/news');
  assert.ok(body.includes('&lt;img src=x') && !body.includes(markup));
  const [news] = listNews(crewCenter, 5);
  await post('admin/news', { title: 'Newer', body: 'Today.' });
  const page = `admin/news/${news?.id}`;
  assert.match((await get(page)).body, /<textarea[^>]*>Daily\.<\/textarea>/);
  const long = await post(page, { title: 'x'.repeat(192), body: '', pinned: 'no' });
  assert.deepEqual(
    [long.statusCode, /Title: enter 1 to 191[\s\S]*Text: enter 1 to 20000/.test(long.body)],
    [422, true],
  );
  assert.equal((await post(page, { title: markup, body: 'Weekly.', pinned: 'yes' })).statusCode, 303);
  assert.deepEqual(
    listNews(crewCenter, 5).map(({ body: text, isPinned }) => [text, isPinned]),
    [
      ['Weekly.', true],
      ['Today.', false],
    ],
  );
  assert.match((await get('admin/news')).body, /Weekly[\s\S]*Today/);
  const [edited] = await web.world.journal.listAudit(1);
  assert.deepEqual([edited?.action, edited?.subject, edited?.detail], ['news-edit', markup, 'body, pinned']);
  assert.equal((await post(page, { title: markup, body: 'Weekly.', pinned: 'no' })).statusCode, 303);
  assert.equal(listNews(crewCenter, 1)[0]?.body, 'Today.');
  await post(`admin/news/${listNews(crewCenter, 1)[0]?.id}/remove`, {});
  assert.equal((await post(`admin/news/${news?.id}/remove`, {})).statusCode, 303);
  assert.deepEqual(listNews(crewCenter, 5), []);
  assert.deepEqual(
    (await web.world.journal.listAudit(6)).map(({ action }) => action),
    ['news-remove', 'news-remove', 'news-edit', 'news-edit', 'news-add', 'news-add'],
  );
});
