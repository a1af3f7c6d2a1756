// needs: chromium
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { position } from '../flown.ts';
import { desktop, TestBrowser } from './browser.ts';
import { drawn, until } from './canvas.ts';
import { Site } from './site.ts';

const from = { lat: 47.45, lon: 8.55 };
const flying = { altitudeMslFt: 12_000, groundSpeedKt: 480, verticalSpeedFpm: 1_800, headingDeg: 270, onGround: false };

test('a flight without reports for minutes says so on map, list, card and page, and a landing on another day names the day', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const session = await site.signIn();
  const { id } = await site.start(session, 'MMUN');
  const last = Date.now() - 7 * 60_000;
  const positions = Array.from({ length: 40 }, (_, index) => {
    const at = last - (39 - index) * 15_000;
    return position(at, { ...flying, seq: index + 1, lat: from.lat, lon: from.lon - index * 0.04, receivedAt: at });
  });
  await site.report(session, ...positions);
  // Where it is evening now, a landing in ten hours is tomorrow's.
  const hourIn = (timeZone: string) =>
    Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format());
  const zones = ['Pacific/Honolulu', 'America/Bogota', 'Africa/Lagos', 'Asia/Bangkok'];
  const zone = `zone=${zones.find((each) => hourIn(each) >= 16 && hourIn(each) <= 22)}`;
  const page = await browser.page({ ...desktop, reducedMotion: 'reduce' });
  await page.goto(site.url(`/tracker/?lang=en&${zone}`));
  const row = page.locator(`#list button[data-flight="${id}"]`);
  await row.getByText(/^no report for [789] min$/).waitFor();
  const tomorrow = /[A-Z][a-z]{2} \d\d:\d\d/;
  assert.match(await row.locator('.eta').innerText(), tomorrow);
  await until('it is hollow and grey', async () => (await drawn(page)).startsWith('grey'));
  await row.click();
  await page
    .locator('#card .silent')
    .getByText(/^no report for [789] min$/i)
    .waitFor();
  assert.match(await page.locator('#card').innerText(), new RegExp(`expected to land about ${tomorrow.source}`));
  for (const path of [`flights/${id}`, 'airports/MMUN']) {
    await page.goto(site.url(`/tracker/${path}?lang=en&${zone}`));
    const text = await page.locator('main').innerText();
    assert.match(text, /no report for [789] min/i, path);
    assert.match(text, tomorrow, path);
  }
  const plain = await browser.page({ ...desktop, javaScriptEnabled: false });
  await plain.goto(site.url(`/tracker/?lang=en&${zone}`));
  assert.match(await plain.locator('.plain-flights').innerText(), /no report for [789] min/);
  assert.match(await plain.locator('.plain-flights').innerText(), tomorrow);
  assert.deepEqual(browser.complaints, []);
});
