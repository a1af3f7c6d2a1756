// needs: chromium
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { writeTrackerConfig } from '../../src/platform/embedded/settings.ts';
import { until as untilSo } from '../until.ts';
import { assertAccessible } from './accessibility.ts';
import { phone, TestBrowser } from './browser.ts';
import { until } from './canvas.ts';
import { flyFleet } from './made-fleet.ts';
import { Site } from './site.ts';

const { height: windowPx } = phone.viewport;

/** Presses, pulls by steps and holds still before it lets go, as a person who chooses a stop; `look` is called before. */
interface Pointer {
  readonly name: string;
  pull(page: Page, from: Point, byPx: number, look?: () => Promise<void>): Promise<void>;
}
interface Point {
  readonly x: number;
  readonly y: number;
}

const steps = 8;
const mouse: Pointer = {
  name: 'mouse',
  async pull(page, { x, y }, byPx, look = async () => {}) {
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let step = 1; step <= steps; step++) await page.mouse.move(x, y - (byPx * step) / steps);
    await page.waitForTimeout(150);
    await page.mouse.move(x, y - byPx);
    await look();
    await page.mouse.up();
  },
};
const finger: Pointer = {
  name: 'finger',
  async pull(page, { x, y }, byPx, look = async () => {}) {
    const client = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Point[]) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints });
    await touch('touchStart', { x, y });
    for (let step = 1; step <= steps; step++) await touch('touchMove', { x, y: y - (byPx * step) / steps });
    await page.waitForTimeout(150);
    await touch('touchMove', { x, y: y - byPx });
    await look();
    await touch('touchEnd');
    await client.detach();
  },
};

/** Opens the map of an airline with a logo on a phone; its sheet is down. */
async function opened(site: Site, browser: TestBrowser, path = '') {
  await writeTrackerConfig(site.crewCenter, { logo_url: `${site.url('/tracker/assets/x/icon.svg')}` });
  await untilSo(() => site.calls.status().settings.logoUrl !== null, { everyMs: 100 });
  flyFleet(site, 30);
  const page = await browser.page(phone);
  await page.goto(site.url(`/tracker/${path}`));
  await page.locator('.panel[data-stop]').waitFor({ state: 'attached' });
  return page;
}

const sheetOf = (page: Page, sheet: string) => ({
  stop: () => page.locator(sheet).getAttribute('data-stop'),
  px: async () =>
    Number(await page.evaluate(`innerHeight - document.querySelector('${sheet}').getBoundingClientRect().top`)),
});

/** Waits until a sheet rests at its stop. */
async function rests(page: Page, sheet: string, name: string, what: string): Promise<void> {
  const { stop, px } = sheetOf(page, sheet);
  let before = Number.NaN;
  await until(`${what}: at ${name}, not at ${await stop()}`, async () => {
    const now = await px();
    const isStill = now === before;
    before = now;
    return isStill && (await stop()) === name;
  });
}

/** The middle of the first element of this name in the page. */
async function middleOf(page: Page, selector: string): Promise<Point> {
  const box = await page.locator(selector).first().boundingBox();
  assert.ok(box !== null && box.width > 0 && box.height > 0, selector);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test('the sheet of a phone follows finger and mouse from every place of its head, and rests at three stops', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const page = await opened(site, browser);
  const address = page.url();
  const { px } = sheetOf(page, '.panel');
  await rests(page, '.panel', 'peek', 'at first');
  const peekPx = await px();
  for (const pointer of [finger, mouse])
    for (const place of ['#fold', '#count', '.brand span', '.brand img', '.panel > header']) {
      const what = `${pointer.name} from ${place}`;
      await page.locator('#fold').press('End');
      await rests(page, '.panel', 'peek', what);
      const begin = await middleOf(page, place);
      const byPx = Math.round(windowPx * 0.52 - peekPx);
      await pointer.pull(page, begin, byPx, async () => {
        await until(`${what}: the sheet is under it`, async () => Math.abs((await px()) - peekPx - byPx) <= 3);
      });
      await rests(page, '.panel', 'half', what);
      await pointer.pull(page, await middleOf(page, place), 330);
      await rests(page, '.panel', 'full', what);
      assert.ok(Math.abs((await px()) - (windowPx - 44)) <= 2, `${what}: ${await px()} px`);
      await pointer.pull(page, await middleOf(page, place), -700);
      await rests(page, '.panel', 'peek', what);
      assert.equal(page.url(), address, `${what}: it chooses nothing`);
    }
  assert.deepEqual(browser.complaints, []);
});

test('a tap on the brand still leads to it, a tap on the handle opens the sheet, and a short pull goes back', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const page = await opened(site, browser);
  await rests(page, '.panel', 'peek', 'at first');
  await finger.pull(page, await middleOf(page, '#count'), 60);
  await rests(page, '.panel', 'peek', 'after a short pull');
  await page.locator('#fold').tap();
  await rests(page, '.panel', 'half', 'after a tap');
  assert.equal(await page.locator('#fold').getAttribute('aria-expanded'), 'true');
  await assertAccessible(page, 'the sheet at half');
  await page.locator('#fold').tap();
  await rests(page, '.panel', 'peek', 'after a second tap');
  await page.evaluate(`document.addEventListener('click', (event) => {
    window.followed = event.target.closest('a')?.className + (event.defaultPrevented ? ' prevented' : '');
    event.preventDefault();
  })`);
  await page.locator('.brand').tap();
  await until('the brand is followed', async () => (await page.evaluate('window.followed')) === 'brand');
  assert.deepEqual(browser.complaints, []);
});

test('the sheet moves by keyboard to each of its stops, at once where less motion is wanted', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const page = await opened(site, browser);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { stop } = sheetOf(page, '.panel');
  const keys = [
    ['ArrowUp', 'half'],
    ['ArrowUp', 'full'],
    ['ArrowUp', 'full'],
    ['ArrowDown', 'half'],
    ['Home', 'full'],
    ['End', 'peek'],
    ['Enter', 'half'],
    ['Enter', 'peek'],
  ] as const;
  await page.locator('#fold').focus();
  for (const [key, name] of keys) {
    await page.keyboard.press(key);
    assert.equal(await stop(), name, key);
    assert.equal(await page.locator('#fold').getAttribute('aria-expanded'), String(name !== 'peek'), key);
    assert.equal(await page.locator('#list').isVisible(), name !== 'peek', key);
  }
  assert.deepEqual(browser.complaints, []);
});

test('the card of the chosen flight is pulled by name and route, and what scrolls in it scrolls', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const page = await opened(site, browser, '?flight=made00003');
  await page.locator('#card[data-stop]').waitFor();
  await rests(page, '#card', 'peek', 'at first');
  for (const pointer of [finger, mouse])
    for (const place of ['#card .grip', '#card .name', '#card .route .track', '#card h2']) {
      const what = `${pointer.name} from ${place}`;
      await pointer.pull(page, await middleOf(page, place), 420);
      await rests(page, '#card', 'full', what);
      await pointer.pull(page, await middleOf(page, place), -600);
      await rests(page, '#card', 'peek', what);
    }
  assert.match(page.url(), /flight=made00003/);
  assert.deepEqual(browser.complaints, []);
});
