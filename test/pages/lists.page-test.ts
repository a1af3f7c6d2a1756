// needs: chromium
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, assertFits } from './accessibility.ts';
import { desktop, phone, TestBrowser } from './browser.ts';
import { operatorPage } from './operator.ts';
import { Site } from './site.ts';

const markup = '<img src=x onerror="document.title=1">';

/** Twenty PIREPs that wait for a decision, of a pilot whose name is markup. */
async function withPending(site: Site): Promise<void> {
  await site.start(await site.signIn(), 'MMUN');
  site.crewCenter.run('UPDATE users SET name = ?', markup);
  site.crewCenter.run(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20)
     INSERT INTO pireps (id, user_id, airline_id, flight_number, dpt_airport_id, arr_airport_id, flight_time, state, created_at)
     SELECT 'p' || i, user_id, airline_id, i, 'LSZH', 'MMUN', 60, 1, '2020-01-01 00:00:00' FROM n, (SELECT * FROM pireps LIMIT 1)`,
  );
}

test('20 PIREPs are accepted with three clicks, without scripts', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  await withPending(site);
  const page = await operatorPage(site, browser, { ...desktop, javaScriptEnabled: false });
  await page.getByRole('link', { name: 'PIREPs', exact: true }).click();
  await page.getByLabel('All 20 pending on this page').click();
  await page.getByRole('button', { name: 'Accept selected' }).click();
  await page.getByText('PIREPs accepted: 20.').waitFor();
  assert.equal(site.crewCenter.all('SELECT 1 FROM pireps WHERE state = 2').length, 20);
});

test('by the keyboard alone a pilot’s mail is changed, and a list is filtered by date', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  await withPending(site);
  const page = await operatorPage(site, browser, desktop);
  await page.goto(site.url('/tracker/admin/pilots?sort=ident'));
  await page.getByRole('link', { name: markup }).first().focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Edit' }).waitFor();
  for (let tabs = 0; tabs < 60 && (await page.evaluate('document.activeElement?.id')) !== 'edit-email'; tabs++)
    await page.keyboard.press('Tab');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('new@va.example');
  await page.keyboard.press('Enter');
  await page.getByText('The pilot was changed.').waitFor();
  assert.equal(site.crewCenter.all("SELECT 1 FROM users WHERE email = 'new@va.example'").length, 1);
  await page.goto(site.url('/tracker/admin/pireps'));
  await page.getByLabel('To', { exact: true }).fill('2019-12-31');
  await page.getByLabel('Search PIREPs').press('Enter');
  await page.getByText('None of 21 PIREPs matches these filters.').waitFor();
  assert.deepEqual(browser.complaints, []);
});

const listed = [
  ...['pireps', 'pilots', 'pilots/1', 'fleet/1', 'schedules', 'subfleets', 'subfleets/1', 'airlines', 'airlines/1'],
  ...['ranks', 'ranks/1', 'airports', 'airports/LSZH', 'schedules/import'],
];

test('lists and the pages of a pilot, an aircraft and a schedule fit a phone, and the checker finds nothing serious', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  await withPending(site);
  const page = await operatorPage(site, browser, phone);
  const schedule = String(site.crewCenter.get('SELECT id FROM flights')?.id);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const size of [desktop.viewport, phone.viewport]) {
      await page.setViewportSize(size);
      for (const path of [...listed, `schedules/${schedule}`]) {
        await page.goto(site.url(`/tracker/admin/${path}`));
        await assertAccessible(page, `${path}, ${colorScheme}`);
        await assertFits(page, path);
      }
    }
  }
  assert.deepEqual(browser.complaints, []);
});
