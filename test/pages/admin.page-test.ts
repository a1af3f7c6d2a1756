// needs: chromium
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openSqlite } from '../../src/lib/sqlite.ts';
import { flownTrack, noFigures } from '../flown.ts';
import { assertAccessible, assertFits } from './accessibility.ts';
import { desktop, phone, TestBrowser } from './browser.ts';
import { until } from './canvas.ts';
import { operatorPage } from './operator.ts';
import { Site } from './site.ts';

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

test('From module version 1.2.0, the PIREP source name and the module version are not editable settings, and are removed from the configuration table during the update run (/update)', async () => {
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
  await page.getByRole('button', { name: 'Apply update' }).click();
  await page.getByText('Everything is up to date').waitFor();
  assert.equal(await page.getByText('pending', { exact: true }).count(), 0);
  assert.ok(!names().includes('pirep_source_name') && !names().includes('module_version'));
  await page.getByRole('link', { name: 'Tracker settings' }).click();
  assert.doesNotMatch(await page.content(), /pirep_source_name|module_version/);
  const status = (await (await fetch(site.url('/api/tracker/status'))).json()) as { version: unknown };
  assert.equal(status.version, '1.2.0');
  assert.deepEqual(browser.complaints, []);
});

test('A module is enabled in the admin addons screen: its migrations are applied, it hears the platform’s PIREP events, a stopped one says why', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  addModule(site, 'Greeter', '(event, module) => { module.database.exec("INSERT INTO greetings VALUES (1)"); }');
  addModule(site, 'Crasher', '((');
  const page = await operatorPage(site, browser);
  await page.getByRole('link', { name: 'Addons' }).click();
  await page.getByText('Modules cannot be uploaded here').waitFor();
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
  await fileFlight(site);
  using own = openSqlite(join(site.directory, 'modules', 'Greeter', 'data.sqlite'));
  await until('the module heard of the PIREP', async () => {
    return own.prepare('SELECT count(*) AS count FROM greetings').get()?.count === 1;
  });
  await page.getByRole('button', { name: 'Disable Greeter' }).click();
  await page.getByText('The module is disabled.').waitFor();
  assert.deepEqual(browser.complaints, []);
});

/** Fills in the form that has this button, and sends it. */
async function send(page: Page, button: string, values: Readonly<Record<string, string>>): Promise<void> {
  const form = page.locator('form', { has: page.getByRole('button', { name: button, exact: true }) });
  for (const [label, value] of Object.entries(values)) await form.getByLabel(label, { exact: true }).fill(value);
  await form.getByRole('button', { name: button, exact: true }).click();
}

test('a new crew center is set up by its pages alone, up to a bid that a client can fly', async () => {
  await using site = await Site.openEmpty();
  await using browser = await TestBrowser.open();
  const page = await operatorPage(site, browser, { ...desktop, javaScriptEnabled: false });
  await page.getByRole('link', { name: 'Pilots', exact: true }).click();
  await page.getByRole('link', { name: 'Add the airline' }).click();
  await send(page, 'Add airline', { 'ICAO code': 'x', Name: 'New Air' });
  await page.getByRole('alert').getByText('ICAO code: enter 2 to 5 letters and digits.').waitFor();
  await send(page, 'Add airline', { 'ICAO code': 'nwa', 'IATA code': 'NW' });
  await page.getByText('The airline was added.').waitFor();
  await page.getByRole('link', { name: 'Aircraft', exact: true }).click();
  await send(page, 'Add aircraft', { Registration: 'HB-NEW', Type: 'A320', Location: 'LSZH' });
  await page.getByRole('row', { name: /^HB-NEW A320 LSZH 0 active/ }).waitFor();
  await page.getByRole('link', { name: 'Schedules', exact: true }).click();
  const csv = 'airline,flight_number,dpt_airport,arr_airport\nNWA,7,LSZH,LEPA\n';
  await page.getByRole('link', { name: 'Import a file' }).click();
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'flights.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await page.getByRole('button', { name: 'Show what it changes' }).click();
  await page.getByText('1 new, 0 changed').waitFor();
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('The file was applied.').waitFor();
  await page.getByRole('link', { name: 'Pilots', exact: true }).click();
  const who = { Name: 'Dee Novak', 'E-mail': 'dee@va.example', 'Home airport': 'LSZH', Password: 'a long password' };
  await send(page, 'Add pilot', who);
  await page.getByText('NWA0001').first().waitFor();
  await page.getByRole('link', { name: 'Bids', exact: true }).click();
  await page.getByRole('button', { name: 'Add bid' }).click();
  await page.getByText('The bid was added').waitFor();
  const session = await site.signIn('dee@va.example', 'a long password');
  const [bid] = await site.calls.listBids(session);
  assert.deepEqual([bid?.plan.arrival.icao, bid?.blocked], ['LEPA', null]);
  await site.start(session, 'LEPA');
});

test('PIREPs are rejected and accepted, pilots added, bids made and removed, by pages without script', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const pirep = await fileFlight(site);
  const page = await operatorPage(site, browser, { ...desktop, javaScriptEnabled: false });
  await page.getByRole('link', { name: 'PIREPs', exact: true }).click();
  await page.getByRole('link', { name: 'DMO204' }).click();
  await page.getByLabel('Comment').fill('Please fly it again');
  await page.getByRole('button', { name: 'Reject' }).click();
  await page.getByText('The PIREP was rejected').waitFor();
  await page.getByText('Please fly it again').waitFor();
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByText('The PIREP was accepted').waitFor();
  assert.equal(site.crewCenter.get('SELECT state FROM pireps WHERE id = ?', pirep)?.state, 2);

  await page.getByRole('link', { name: 'Pilots' }).click();
  await page.getByLabel('Name').fill('Dee Novak');
  await page.getByLabel('E-mail', { exact: true }).fill('dee@va.example');
  await page.getByLabel('Home airport').fill('LSZH');
  await page.getByLabel('Password', { exact: true }).fill('a long password');
  await page.getByRole('button', { name: 'Add pilot' }).click();
  await page.getByText('shown only this time').waitFor();

  await page.getByRole('link', { name: 'Bids' }).click();
  await page.getByLabel('Pilot').selectOption({ label: 'DMO0004 Dee Novak' });
  await page.getByLabel('Schedule').selectOption({ label: 'DMO420 LSZH – LEPA' });
  await page.getByRole('button', { name: 'Add bid' }).click();
  await page.getByText('The bid was added').waitFor();
  await page.getByRole('button', { name: 'Remove the bid of DMO0004' }).click();
  await page.getByText('The bid was removed').waitFor();
});

test('the admin area fits a phone, and the checker finds nothing serious, by day and by night', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  addModule(site, 'Greeter', '() => {}');
  const pirep = await fileFlight(site);
  const page = await operatorPage(site, browser, phone);
  const paths = [
    'pireps',
    `pireps/${pirep}`,
    'pilots',
    'bids',
    'schedules',
    'fleet',
    'addons',
    'settings',
    'rules',
  ].map((each) => `admin/${each}`);
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
