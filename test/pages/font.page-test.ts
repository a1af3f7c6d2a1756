// needs: chromium
import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { position } from '../flown.ts';
import { TestBrowser } from './browser.ts';
import { until } from './canvas.ts';
import { Site } from './site.ts';

const folder = join(import.meta.dirname, '../../src/web/browser/font');

/** When the browser asked for fonts, and when it had drawn the first aircraft, in milliseconds since the page began. */
const times = `({
  fonts: performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.woff2')).map(({ startTime }) => startTime),
  aircraft: performance.getEntriesByName('first-aircraft')[0]?.startTime ?? null,
})`;

const isThere = `document.fonts.ready.then(() => [...document.fonts].some(({ family, status }) => family === 'Inter' && status === 'loaded'))`;

/** How far texts moved while the page was loaded, as browsers count it. */
const shift = `new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => { for (const { value } of list.getEntries()) sum += value; }).observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => resolve(sum), 300);
})`;

test('a page in English, German or French loads one file of at most 30 kB as its font', () => {
  assert.ok(statSync(join(folder, 'inter-latin.woff2')).size <= 30_000);
});

test('the map loads its font after the first aircraft, other pages with their texts, and none jumps', async () => {
  await using site = await Site.open();
  const session = await site.signIn();
  await site.start(session, 'MMUN');
  await site.report(
    session,
    position(Date.now(), { lat: 47.45, lon: 8.55, altitudeMslFt: 12_000, groundSpeedKt: 480, onGround: false }),
  );
  await using browser = await TestBrowser.open();
  const page = await browser.page();
  await page.goto(site.url('/tracker/'));
  await until('the font is there', async () => (await page.evaluate(isThere)) === true);
  const { fonts, aircraft } = (await page.evaluate(times)) as { fonts: readonly number[]; aircraft: number | null };
  assert.ok(
    aircraft !== null && fonts.length === 1 && fonts.every((at) => at > aircraft),
    JSON.stringify({ fonts, aircraft }),
  );
  for (const path of ['/tracker/home', '/tracker/my/sign-in', '/tracker/nowhere']) {
    await page.goto(site.url(path));
    await assertSettled(page, path);
  }
  assert.deepEqual(browser.complaints, []);
});

async function assertSettled(page: Page, path: string): Promise<void> {
  assert.equal(await page.evaluate(isThere), true, `${path}: no font`);
  const moved = Number(await page.evaluate(shift));
  assert.ok(moved < 0.02, `${path}: texts moved by ${moved}`);
}
