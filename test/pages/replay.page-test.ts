// needs: chromium
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { noFigures, position } from '../flown.ts';
import { assertAccessible, assertFits } from './accessibility.ts';
import { desktop, phone, TestBrowser } from './browser.ts';
import { drawn, until } from './canvas.ts';
import { Site } from './site.ts';

const dayMs = 86_400_000;

test('the replay plays what has flown, stops, jumps, and leads to the flight', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const session = await site.signIn();
  const { id } = await site.start(session, 'MMUN');
  const now = Date.now();
  const flying = { altitudeMslFt: 30_000, groundSpeedKt: 480, headingDeg: 270, onGround: false };
  const positions = Array.from({ length: 240 }, (_, index) => {
    const at = now - (240 - index) * 30_000;
    return position(at, { ...flying, seq: index + 1, lat: 47, lon: 8 - index * 0.1, receivedAt: at });
  });
  await site.report(session, ...positions);
  await site.calls.finish(session, { name: null, figures: noFigures, opening: null });
  const page = await browser.page(desktop);
  await page.goto(site.url());
  await page.getByRole('link', { name: 'Replay of the last 24 hours' }).click();
  await until('the flight is there', async () => (await page.locator('#map').getAttribute('data-flying')) === '1');
  await until('it is drawn', async () => (await drawn(page)) !== 'empty');
  const time = page.getByLabel('Time of the day');
  const histogram = page.getByRole('img', { name: /^Flights aloft over the day, at most 1 at once/ });
  await histogram.waitFor();
  const played = () => histogram.evaluate((holder) => Number.parseFloat(holder.style.getPropertyValue('--played')));
  const begun = await played();
  const before = [await drawn(page), Number(await time.inputValue())] as const;
  await page.getByLabel('Speed').selectOption('900');
  await page.getByRole('button', { name: 'Play' }).click();
  await until('an hour has passed', async () => Number(await time.inputValue()) > before[1] + 1_800_000);
  await page.getByRole('button', { name: 'Pause' }).click();
  const paused = await time.inputValue();
  assert.ok((await played()) > begun + 2, 'what has been played is marked in the histogram');
  await until('it has moved', async () => (await drawn(page)) !== before[0]);
  assert.equal(await time.inputValue(), paused);
  await time.focus();
  await page.keyboard.press('Home');
  await page.getByText('0 flights').waitFor();
  assert.match((await time.getAttribute('aria-valuetext')) ?? '', /\d{4}, \d\d:\d\dZ$/);
  assert.ok(id.length > 0);
  assert.deepEqual(browser.complaints, []);
});

test('the replay shows the night of its own time, and the menu of how the map looks', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const page = await browser.page(desktop);
  await page.goto(site.url('/tracker/replay'));
  const time = page.getByLabel('Time of the day');
  await until('the day is known', async () => Number(await time.getAttribute('max')) > 1);
  const [from, to] = [Number(await time.getAttribute('min')), Number(await time.getAttribute('max'))];
  // The map is centred on the prime meridian.
  const midnight = Math.ceil(from / dayMs) * dayMs;
  const noon = midnight + dayMs / 2 > to ? midnight - dayMs / 2 : midnight + dayMs / 2;
  const show = (at: number) =>
    page.evaluate(`(() => {
      const input = document.querySelector('#time');
      input.value = '${at}';
      input.dispatchEvent(new Event('input', { bubbles: true }));
    })()`);
  await show(noon);
  let light = 0;
  // Not while the ground is still being drawn.
  await until('it is day', async () => {
    const before = light;
    light = await brightness(page);
    return light > 200 && light === before;
  });
  await show(midnight);
  await until('it is night', async () => (await brightness(page)) < light - 15);
  await show(noon);
  await until('it is day again', async () => (await brightness(page)) === light);
  assert.equal((await page.locator('.look summary').boundingBox())?.width, 32, 'the menu is styled');
  assert.deepEqual(browser.complaints, []);
});

test('the replay keeps to the rules on a phone too, says that nobody has flown, and needs a script', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  for (const options of [desktop, phone]) {
    const page = await browser.page(options);
    await page.goto(site.url('/tracker/replay'));
    await page.getByText('Nobody has flown in the last 24 hours.').waitFor();
    await assertAccessible(page, 'replay');
    await assertFits(page, 'replay');
  }
  const plain = await browser.page({ ...phone, javaScriptEnabled: false });
  await plain.goto(site.url('/tracker/replay'));
  assert.equal(await plain.locator('#controls').isVisible(), false);
  await plain.getByRole('link', { name: 'Live map' }).click();
  assert.deepEqual(browser.complaints, []);
});

/** Mean brightness of the middle of the ground, 0 to 255. */
async function brightness(page: Page): Promise<number> {
  return (await page.evaluate(`(() => {
    const ground = document.querySelector('.ground');
    const copy = new OffscreenCanvas(1, 1).getContext('2d');
    const side = Math.round(ground.width / 10);
    copy.drawImage(ground, (ground.width - side) / 2, (ground.height - side) / 2, side, side, 0, 0, 1, 1);
    const [red, green, blue] = copy.getImageData(0, 0, 1, 1).data;
    return Math.round((red + green + blue) / 3);
  })()`)) as number;
}
