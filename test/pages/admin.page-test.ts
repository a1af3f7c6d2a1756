// needs: chromium
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { flownTrack, noFigures } from '../flown.ts';
import { assertAccessible, assertFits } from './accessibility.ts';
import { desktop, phone, TestBrowser } from './browser.ts';
import { operatorPage } from './operator.ts';
import { Site } from './site.ts';

async function status(site: Site): Promise<Record<string, unknown>> {
  return (await fetch(site.url('/api/tracker/status'))).json() as Promise<Record<string, unknown>>;
}

/** Puts a module that listens to filed PIREPs into the folder of modules. */
function addModule(site: Site, name: string, listener: string): void {
  const folder = join(site.directory, 'modules', name);
  mkdirSync(join(folder, 'migrations'), { recursive: true });
  const manifest = { name, version: '1.0.0', description: 'For a test', main: 'main.js', events: ['PirepFiled'] };
  writeFileSync(join(folder, 'module.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'migrations', '0001-greetings.sql'), 'CREATE TABLE greetings (pirep text);');
  writeFileSync(join(folder, 'main.js'), `export const listeners = { PirepFiled: ${listener} };`);
}

async function fileFlight(site: Site): Promise<string> {
  const session = await site.signIn();
  await site.start(session, 'MMUN');
  const leg = {
    from: { lat: 47.45, lon: 8.55 },
    to: { lat: 21.04, lon: -86.87 },
    startAt: Date.now() - 3_700_000,
    count: 360,
  };
  await site.report(session, ...flownTrack(leg));
  const filed = await site.calls.finish(session, { name: null, figures: noFigures, opening: null });
  assert.equal(filed.state, 'filed');
  return filed.state === 'filed' ? filed.receipt.pirepId : '';
}

test('Settings are edited in the platform admin area under the module’s own screen, and stored in tracker_config', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const page = await operatorPage(site, browser);
  await page.getByRole('link', { name: 'Tracker settings' }).click();
  await page.getByLabel('va_name').fill('Neu <b>Air</b>');
  await page.getByLabel('session_token_ttl').fill('4');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alert').getByText('session_token_ttl must be a whole number from 5 to 43200').waitFor();
  await page.getByLabel('session_token_ttl').fill('90');
  await page.getByLabel('bids_required').selectOption('false');
  await page.getByLabel('password_login').selectOption('false');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('in force within 5 seconds').waitFor();
  const saved = Date.now();
  while ((await status(site)).name !== 'Neu <b>Air</b>') {
    assert.ok(Date.now() < saved + 5_000, 'in force within 5 s');
    await page.waitForTimeout(200);
  }
  const rows = site.crewCenter.all("SELECT value FROM tracker_config WHERE name = 'session_token_ttl'");
  assert.equal(rows[0]?.value, '90');
  await assert.rejects(site.signIn(), { code: 'password-login-disabled' });
  await page.goto(site.url());
  await page.getByText('Neu <b>Air</b>').first().waitFor();
  assert.deepEqual(browser.complaints, []);
});

test('Settings of the host that Tracker enforces: the crew center’s own rules are explained, changed, and in force with the next call', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const page = await operatorPage(site, browser, { ...desktop, javaScriptEnabled: false });
  await page.getByRole('link', { name: 'Rules', exact: true }).click();
  await page.getByRole('heading', { name: 'Crew center rules' }).waitFor();
  const length = page.locator('.setting', { hasText: 'pilots.id_length' });
  assert.match(await length.innerText(), /filled up with zeros[\s\S]*digits[\s\S]*from 1 to 10\. Default: 4\./);
  const manyBids = page.getByLabel('bids.allow_multiple_bids');
  assert.equal(await manyBids.inputValue(), 'true');
  await manyBids.selectOption('no');
  await page.getByLabel('pilots.id_length').fill('11');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alert').getByText('pilots.id_length must be a whole number from 1 to 10').waitFor();
  assert.equal(await manyBids.inputValue(), 'false');
  await page.getByLabel('pilots.id_length').fill('5');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The rules are in force.').waitFor();
  assert.equal(await manyBids.inputValue(), 'false');

  await page.getByRole('link', { name: 'Bids', exact: true }).click();
  await page.getByLabel('Pilot').selectOption({ label: 'DMO00001 Ada Keller' });
  await page.getByLabel('Schedule').selectOption({ label: 'DM420 LSZH – LEPA' });
  await page.getByRole('button', { name: 'Make the bid' }).click();
  await page.getByRole('alert').getByText('bids.allow_multiple_bids is off').waitFor();
  await page.getByRole('link', { name: 'Audit log' }).click();
  await page.getByText('bids.allow_multiple_bids = false').waitFor();
  assert.deepEqual(browser.complaints, []);
});

test('Shared client token enforcement is optional and disabled by default; the token is generated, shown once, stored as hash', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const page = await operatorPage(site, browser);
  await page.goto(site.url('/tracker/admin/settings'));
  assert.equal(await page.getByLabel('client_token_required').inputValue(), 'false');
  await page.getByRole('button', { name: 'Generate' }).click();
  const token = await page.getByLabel('Client token').inputValue();
  await page.getByLabel('client_token_required').selectOption('true');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('in force within 5 seconds').waitFor();
  assert.equal((await page.content()).includes(token), false);
  const login = (headers: Record<string, string>) =>
    fetch(site.url('/api/tracker/auth'), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ login: 'ada@demo-air.example', password: 'demo-pilot' }),
    });
  const end = Date.now() + 5_000;
  while ((await login({})).status !== 403) {
    assert.ok(Date.now() < end, 'in force within 5 s');
    await page.waitForTimeout(300);
  }
  assert.equal((await login({ 'x-tracker-client': token })).status, 200);
});

test('From version 1.2.0 the PIREP source name and the module version are not editable, and are removed during the run of /update', async () => {
  await using site = await Site.openOld();
  await using browser = await TestBrowser.open();
  const page = await operatorPage(site, browser);
  const names = () => site.crewCenter.all('SELECT name FROM tracker_config').map(({ name }) => String(name));
  assert.ok(names().includes('pirep_source_name') && names().includes('module_version'));
  await page.goto(site.url('/tracker/admin/settings'));
  await page.getByRole('heading', { name: 'Update' }).waitFor();
  await page.goto(site.url('/update'));
  await page.getByText('migrations are pending').waitFor();
  assert.match(
    await page.locator('li', { hasText: '0005-tracker-1-2-0' }).innerText(),
    /pending[\s\S]*two settings are dropped/,
  );
  await page.getByRole('button', { name: 'Apply the update' }).click();
  await page.getByText('Everything is up to date').waitFor();
  assert.equal(await page.getByText('pending', { exact: true }).count(), 0);
  assert.ok(!names().includes('pirep_source_name') && !names().includes('module_version'));
  await page.getByRole('link', { name: 'Tracker settings' }).click();
  assert.doesNotMatch(await page.content(), /pirep_source_name|module_version/);
  assert.equal((await status(site)).version, '1.2.0');
  assert.deepEqual(browser.complaints, []);
});

test('The admin addons screen: modules are listed, enabled and disabled; enabling applies migrations; a stopped one says why', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  addModule(site, 'Greeter', '(event, module) => { module.database.exec("INSERT INTO greetings VALUES (1)"); }');
  addModule(site, 'Crasher', '((');
  const page = await operatorPage(site, browser);
  await page.getByRole('link', { name: 'Addons' }).click();
  await page.getByText('Modules are not taken by upload').waitFor();
  for (const name of ['Greeter', 'Crasher']) {
    await page.getByRole('button', { name: `Enable ${name}` }).click();
    await page.getByText('its migrations are applied').waitFor();
  }
  const stopped = page.locator('section', { hasText: 'Crasher' }).getByText('The server stopped it');
  for (let look = 0; look < 40 && !(await stopped.isVisible()); look++) {
    await page.waitForTimeout(300);
    await page.goto(site.url('/tracker/admin/addons'));
  }
  await stopped.waitFor();
  await page.locator('section', { hasText: 'Greeter' }).getByText('enabled', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Disable Greeter' }).click();
  await page.getByText('Disabled.').waitFor();
  assert.deepEqual(browser.complaints, []);
});

test('PIREPs are rejected and accepted, pilots added, bids made and removed, by pages without script', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const pirep = await fileFlight(site);
  const page = await operatorPage(site, browser, { ...desktop, javaScriptEnabled: false });
  await page.getByRole('link', { name: 'PIREPs' }).click();
  await page.getByRole('link', { name: 'DM204' }).click();
  await page.getByLabel('Comment').fill('Please fly it again');
  await page.getByRole('button', { name: 'Reject' }).click();
  await page.getByText('Rejected: the flight does not count').waitFor();
  await page.getByText('Please fly it again').waitFor();
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByText('Accepted: the flight counts').waitFor();
  assert.equal(site.crewCenter.get('SELECT state FROM pireps WHERE id = ?', pirep)?.state, 2);

  await page.getByRole('link', { name: 'Pilots' }).click();
  await page.getByLabel('Name').fill('Dee Novak');
  await page.getByLabel('E-mail', { exact: true }).fill('dee@va.example');
  await page.getByLabel('Home airport').fill('LSZH');
  await page.getByLabel('Password', { exact: true }).fill('a long password');
  await page.getByRole('button', { name: 'Add the pilot' }).click();
  await page.getByText('shown only now').waitFor();

  await page.getByRole('link', { name: 'Bids' }).click();
  await page.getByLabel('Pilot').selectOption({ label: 'DMO0004 Dee Novak' });
  await page.getByLabel('Schedule').selectOption({ label: 'DM420 LSZH – LEPA' });
  await page.getByRole('button', { name: 'Make the bid' }).click();
  await page.getByText('The bid is made').waitFor();
  await page.getByRole('button', { name: 'Remove the bid of DMO0004' }).click();
  await page.getByText('The bid is removed').waitFor();
});

test('the admin area fits a phone, and the checker finds nothing serious, by day and by night', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  addModule(site, 'Greeter', '() => {}');
  const pirep = await fileFlight(site);
  const page = await operatorPage(site, browser, phone);
  const paths = ['pireps', `pireps/${pirep}`, 'pilots', 'bids', 'schedules', 'addons', 'settings', 'rules'].map(
    (each) => `admin/${each}`,
  );
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const size of [desktop.viewport, phone.viewport]) {
      await page.setViewportSize(size);
      for (const path of [...paths, 'update']) {
        await page.goto(site.url(`/tracker/${path}`));
        await assertAccessible(page, `${path}, ${colorScheme}`);
        await assertFits(page, path);
      }
    }
  }
  assert.deepEqual(browser.complaints, []);
});
