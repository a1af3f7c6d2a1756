// needs: chromium
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { demoPassword } from '../../src/platform/embedded/demo.ts';
import { flownTrack, noFigures } from '../flown.ts';
import { desktop, phone, TestBrowser } from './browser.ts';
import { look } from './look.ts';
import { Site } from './site.ts';

test('a pilot’s flights, statistics and privacy fit, are accessible, and have their plots', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const session = await site.signIn();
  const flown = await site.start(session, 'MMUN');
  // It lands on runway 34 of Zürich.
  const leg = {
    from: { lat: 47.282, lon: 8.669 },
    to: { lat: 47.4527, lon: 8.5517 },
    startAt: Date.now() - 300_000,
    count: 20,
  };
  await site.report(session, ...flownTrack(leg));
  await site.calls.finish(session, { name: null, figures: { ...noFigures, landingRateFpm: -180 }, opening: null });
  const page = await browser.page(phone);
  await page.goto(site.url('/tracker/my'));
  await page.locator('#login').fill('ada@demo-air.example');
  await page.locator('#password').fill(demoPassword);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'My flights' }).waitFor();
  const names = ['statistics', 'logbook', 'book', 'book?from=', 'devices', 'privacy'];
  const pages = ['/tracker/my', `/tracker/my/flights/${flown.id}`, ...names.map((name) => `/tracker/my/${name}`)];
  await look(page, site, pages);
  await page.setViewportSize(desktop.viewport);
  await page.goto(site.url('/tracker/my/statistics'));
  await page.locator('#plots .uplot').nth(1).waitFor();
  await page.getByRole('img', { name: /^Runway from above with one touchdown/ }).waitFor();
  await page.getByRole('img', { name: /^Map of / }).waitFor();
  assert.equal(await page.locator('#plots .uplot').count(), 2);
  assert.deepEqual(browser.complaints, []);
});
