// needs: chromium
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rule } from '../judged.ts';
import { judgedFlight, ruledMark } from '../judged-flights.ts';
import { assertAccessible, assertFits } from './accessibility.ts';
import { desktop, phone, TestBrowser } from './browser.ts';
import { operatorPage } from './operator.ts';
import { Site } from './site.ts';

const monthMs = 30 * 86_400_000;

/** Flights of four months at several airports, every third of them with a hard landing. */
async function flown(site: Site): Promise<void> {
  const { journal, operator } = site.server.tracker;
  const hard = rule({ id: 'hard-landing', detector: 'landing', element: 'rate', follows: ['review'], points: 0 });
  await operator.saveRuleSet('test', { name: 'Ours', rules: [hard] });
  for (let index = 0; index < 24; index += 1) {
    const landingAt = Date.now() - (index % 4) * monthMs;
    const landedOn = { airport: index % 2 === 0 ? 'EDDF' : 'KMIA', runway: '09' };
    const marks = index % 3 === 0 ? [ruledMark({ follows: ['review'] })] : [];
    const flight = judgedFlight(journal.nextFlightNumber(), {
      landingAt,
      type: index % 2 === 0 ? 'B738' : 'A320',
      judgement: { landedOn, marks },
    });
    await journal.saveFlight(flight, { kind: 'filed', at: landingAt });
  }
}

test('the safety programme has a plot for each rate, reads without script, fits, and the checker finds nothing serious', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  await flown(site);
  const page = await operatorPage(site, browser);
  await page.getByRole('link', { name: 'Safety' }).click();
  await page.getByRole('heading', { name: 'Safety programme' }).waitFor();
  const plots = page.locator('#plots figure');
  await plots.locator('canvas').first().waitFor();
  assert.equal(await plots.count(), 5);
  await page.getByRole('cell', { name: '33.3 8 of 24' }).waitFor();
  await page.getByRole('rowheader', { name: 'KMIA 09' }).waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const size of [desktop.viewport, phone.viewport]) {
      await page.setViewportSize(size);
      await assertAccessible(page, `safety, ${colorScheme}`);
      await assertFits(page, 'safety');
    }
  }
  assert.deepEqual(browser.complaints, []);
  const plain = await page.context().browser()?.newContext({ javaScriptEnabled: false });
  assert.ok(plain);
  await plain.addCookies(await page.context().cookies());
  const unscripted = await plain.newPage();
  await unscripted.goto(site.url('/tracker/operator/safety'));
  await unscripted.getByRole('cell', { name: '33.3 8 of 24' }).waitFor();
  assert.equal(await unscripted.locator('#plots').isVisible(), false);
});
