// needs: chromium
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { until as untilSo } from '../until.ts';
import { TestBrowser } from './browser.ts';
import { until } from './canvas.ts';
import { flyFleet } from './made-fleet.ts';
import { Site } from './site.ts';

const windows = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
  { width: 3440, height: 1440 },
  { width: 1080, height: 1920 },
] as const;
/** From each corner of the map, its middle and the dateline; they stand still, so that where they are is where they were. */
const places = [
  { lat: 62, lon: -150 },
  { lat: -44, lon: 170 },
  { lat: 48, lon: 8 },
  { lat: 1, lon: 179.9 },
  { lat: 66, lon: 140 },
] as const;

function park(site: Site): void {
  flyFleet(site, places.length, (index) => ({ position: { ...places[index], groundSpeedKt: 0 } }));
}

/** Sets the size of texts as the settings of a browser do. */
async function setText(page: Page, percent: number): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('Page.setFontSizes', {
    fontSizes: { standard: (16 * percent) / 100, fixed: (13 * percent) / 100 },
  });
}

/** What is at the place of the chosen aircraft, and around it: the map, or what covers it. */
const covers = `(() => {
  const [x, y] = (document.querySelector('#map').dataset.chosen ?? '').split(',').map(Number);
  if (!Number.isFinite(y)) return 'unknown';
  const found = [[0, 0], [8, 0], [-8, 0], [0, 8], [0, -8]].map(([dx, dy]) => document.elementFromPoint(x + dx, y + dy));
  const covering = found.find((each) => each === null || each.closest('.panel, #card') !== null);
  return covering === undefined ? '' : covering === null ? 'outside at ' + x + ',' + y : covering.closest('.panel, #card').className + covering.closest('.panel, #card').id;
})()`;

/** Waits until the chosen flight is seen, and is still seen at the next look. */
async function assertSeen(page: Page, what: string): Promise<void> {
  let [now, wasSeen, places] = ['', false, ''];
  const isSeen = async () => {
    now = String(await page.evaluate(covers));
    const at = String(await page.locator('#map').getAttribute('data-chosen'));
    const isSettled = wasSeen && at === places;
    [wasSeen, places] = [now === '', at];
    return isSettled && now === '';
  };
  await untilSo(isSeen, {
    withinMs: 30_000,
    everyMs: 400,
    otherwise: () => `${what}: ${now || 'it moves'} at ${places}`,
  });
}

test('the chosen flight is never under panel or card: in five windows, at both sizes of text, and after each change of them', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open({ hasGround: false });
  park(site);
  for (const viewport of windows) {
    const page = await browser.page({ viewport, hasTouch: viewport.width < 500, reducedMotion: 'reduce' });
    for (const index of places.keys()) {
      await page.goto(site.url(`/tracker/?flight=made0000${index}`));
      await page.locator('#card:not([hidden])').waitFor();
      await assertSeen(page, `${viewport.width}×${viewport.height}, flight ${index}`);
    }
    await setText(page, 200);
    await assertSeen(page, `${viewport.width}×${viewport.height} with larger text`);
    await page.goto(site.url('/tracker/?flight=made00000'));
    await page.locator('#card:not([hidden])').waitFor();
    await assertSeen(page, `${viewport.width}×${viewport.height}, opened with larger text`);
    await setText(page, 100);
    for (const other of windows) {
      await page.setViewportSize(other);
      await assertSeen(page, `${viewport.width}×${viewport.height}, then ${other.width}×${other.height}`);
    }
    await page.close();
  }
  assert.deepEqual(browser.complaints, []);
});

test('an aircraft that flies below the card is seen again, and a visitor who covers it is left alone', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open({ hasGround: false });
  const fly = (lon: number) => flyFleet(site, 1, () => ({ position: { lat: 48, lon, groundSpeedKt: 0 } }));
  fly(8);
  const page = await browser.page({ viewport: windows[1], reducedMotion: 'reduce' });
  await page.goto(site.url('/tracker/?flight=made00000'));
  await page.locator('#card:not([hidden])').waitFor();
  await assertSeen(page, 'at first');
  const [x = 0] = String(await page.locator('#map').getAttribute('data-chosen'))
    .split(',')
    .map(Number);
  const card = await page.locator('#card').boundingBox();
  assert.ok(card !== null && x < card.x);
  await page.mouse.move(700, 800);
  await page.mouse.down();
  await page.mouse.move(700 + card.x + 120 - x, 800 - 120, { steps: 5 });
  // A map that is let go of while it moves glides on.
  await page.waitForTimeout(300);
  await page.mouse.up();
  const isCovered = async () => (await page.evaluate(covers)) === 'card';
  await until('the visitor covers it', isCovered);
  await page.waitForTimeout(2_500);
  assert.equal(await isCovered(), true, 'what the visitor wants to see stays');
  await page.locator('#list button').click();
  await assertSeen(page, 'chosen again');
  fly(9.5);
  await until(
    'it has moved',
    async () => !String(await page.locator('#map').getAttribute('data-chosen')).startsWith(`${x},`),
  );
  await assertSeen(page, 'after it moved');
  assert.deepEqual(browser.complaints, []);
});
