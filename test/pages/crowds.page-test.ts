// needs: chromium
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible } from './accessibility.ts';
import { desktop, phone, TestBrowser } from './browser.ts';
import { drawn, until } from './canvas.ts';
import { flyFleet } from './made-fleet.ts';
import { Site } from './site.ts';

const heathrow = { icao: 'EGLL', name: 'London Heathrow Airport', lat: 51.4706, lon: -0.4619 };
const gatwick = { icao: 'EGKK', name: 'London Gatwick Airport', lat: 51.148, lon: -0.19 };
const count = 60;

/** Parks aircraft at the gates of one airport. */
function park(site: Site): void {
  flyFleet(site, count, (index) => ({
    plan: { departure: heathrow, arrival: gatwick, callsign: `DMO${index}` },
    position: {
      lat: heathrow.lat + ((index % 8) - 4) * 0.001,
      lon: heathrow.lon + (Math.floor(index / 8) - 4) * 0.0015,
      groundSpeedKt: 0,
    },
  }));
}

/** Where the stack is drawn: it is all there is in colour. */
async function stackAt(page: Page): Promise<readonly [x: number, y: number]> {
  let at: readonly [number, number] = [0, 0];
  await until('the stack is drawn', async () => {
    const [x = 0, y = 0, pixels = 0] = (await drawn(page)).split(',').map(Number);
    const isStill = Math.hypot(x - at[0], y - at[1]) < 1;
    at = [x, y];
    return pixels > 20 && isStill;
  });
  return at;
}

/** Opens the map near the stack, where all sixty aircraft are one. */
async function openMap(site: Site, browser: TestBrowser, options: Parameters<TestBrowser['page']>[0]): Promise<Page> {
  const page = await browser.page(options);
  await page.goto(site.url());
  await page.locator('link[href$="fan.css"]').waitFor({ state: 'attached' });
  return page;
}

test('sixty aircraft at one airport are a stack: a click fans it out, and each of them can be chosen', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open({ hasGround: false });
  park(site);
  const page = await openMap(site, browser, desktop);
  const fanned = page.locator('.fan button');
  const [x, y] = await stackAt(page);
  await page.mouse.click(x, y);
  await page.getByRole('group', { name: '60 flights close together' }).waitFor({ state: 'attached' });
  assert.equal(await fanned.count(), count);
  await assertAccessible(page, 'fanned out');
  const calls = await fanned.evaluateAll((buttons) => buttons.map(({ textContent }) => textContent));
  assert.deepEqual(
    calls,
    Array.from({ length: count }, (_, index) => `DMO${index}`),
  );

  await page.keyboard.press('Escape');
  await page.locator('.fan').waitFor({ state: 'detached' });
  await page.mouse.click(x, y);
  await fanned.first().waitFor();
  await page.mouse.click(640, 785);
  await page.locator('.fan').waitFor({ state: 'detached' });
  await page.mouse.click(x, y);
  await fanned.first().waitFor();
  await page.mouse.wheel(0, -200);
  await page.locator('.fan').waitFor({ state: 'detached' });
  assert.equal(await page.locator('#card').isVisible(), false);

  await page.mouse.click(...(await stackAt(page)));
  await page.getByRole('button', { name: /^DMO37, EGLL → EGKK/ }).click();
  await page.locator('#card h2').waitFor();
  assert.equal(await page.locator('#card h2').textContent(), 'DMO37');
  await page.locator('.fan').waitFor({ state: 'detached' });
  assert.deepEqual(browser.complaints, []);
});

test('by keyboard and by touch, too', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open({ hasGround: false });
  park(site);
  const page = await openMap(site, browser, desktop);
  await stackAt(page);
  await page.locator('#map').focus();
  await page.keyboard.press('Enter');
  await page.locator('.fan button').first().waitFor();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.locator('#card h2').waitFor();
  assert.equal(await page.locator('#card h2').textContent(), 'DMO2');
  await page.close();

  const touched = await openMap(site, browser, phone);
  const [x, y] = await stackAt(touched);
  await touched.touchscreen.tap(x, y);
  const last = touched.locator('.fan button').nth(count - 1);
  await last.tap();
  await touched.locator('#card h2').waitFor();
  assert.equal(await touched.locator('#card h2').textContent(), 'DMO59');
  assert.deepEqual(browser.complaints, []);
});
