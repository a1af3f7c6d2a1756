// needs: chromium
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, assertFits } from './accessibility.ts';
import { desktop, phone, TestBrowser } from './browser.ts';
import { operatorPage } from './operator.ts';
import { Site } from './site.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

test('staff begin from an example, mend what is wrong, try a set and put it in force, without script', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const page = await operatorPage(site, browser, { ...desktop, javaScriptEnabled: false });
  await page.getByRole('link', { name: 'Flight rules' }).click();
  await page.getByRole('link', { name: 'Begin from standard' }).click();
  const taxi = page.locator('details', { hasText: 'Speed on the taxiway' }).first();
  await taxi.locator('summary').first().click();
  await taxi.getByLabel('Maximum ground speed (kt)').fill('four');
  await button(page, 'Save as a new version').click();
  await page.getByRole('alert').getByText('Enter a number from 5 to 100.').waitFor();
  await taxi.getByLabel('Maximum ground speed (kt)').fill('25');
  // Enter in a field saves, and removes no rule.
  await taxi.getByLabel('Maximum ground speed (kt)').press('Enter');
  await page.getByText('Saved as a new version').waitFor();
  await button(page, 'Try it').click();
  await page.getByText('Done: 0 flights.').waitFor();
  await page.getByRole('link', { name: 'Put this set in force' }).click();
  await button(page, 'Put it in force').click();
  await page.getByRole('heading', { name: 'In force', exact: true }).waitFor();
  assert.equal((await site.server.tracker.operator.listRuleSets()).inForce?.number, 1);
});

test('the pages of the rules fit a phone, and the checker finds nothing serious, by day and by night', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const page = await operatorPage(site, browser, phone);
  const { operator } = site.server.tracker;
  const long = {
    name: 'W'.repeat(60),
    rules: [{ id: 'a'.repeat(40), detector: 'landing', follows: ['review'], text: 'x'.repeat(300) }],
  };
  for (const name of ['Ours', 'Theirs']) await operator.saveRuleSet('test', { ...long, name });
  await operator.saveRuleSet('test', { ...long, rules: [{ id: 'b', detector: 'every-flight', follows: ['accept'] }] });
  const { id } = await operator.startTrial('test', 3, null);
  const paths = [
    '',
    '/1',
    '/edit?from=standard',
    '/edit?from=1',
    '/use?set=3',
    '/compare?from=1&to=3',
    `/trials/${id}`,
  ];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const size of [desktop.viewport, phone.viewport]) {
      await page.setViewportSize(size);
      for (const path of paths) {
        await page.goto(site.url(`/tracker/operator/rules${path}`));
        await page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })");
        await assertAccessible(page, `${path}, ${colorScheme}`);
        await assertFits(page, path);
      }
    }
  }
  assert.deepEqual(browser.complaints, []);
});
