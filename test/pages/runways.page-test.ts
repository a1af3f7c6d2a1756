// needs: chromium
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noFigures, position } from '../flown.ts';
import { desktop, TestBrowser } from './browser.ts';
import { until } from './canvas.ts';
import { Site } from './site.ts';

test('near an airport the map shows its runways, and asks for none before', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const session = await site.signIn();
  const { id } = await site.start(session, 'MMUN');
  const at = Date.now();
  await site.report(
    session,
    position(at, { lat: 47.458, lon: 8.548, groundSpeedKt: 0, onGround: true, receivedAt: at }),
  );
  const page = await browser.page(desktop);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const wereAsked = () => asked.filter((path) => /runways/.test(path));
  await page.goto(site.url(`/tracker/?flight=${id}`));
  await page.locator('#card:not([hidden])').waitFor();
  assert.deepEqual(wereAsked(), []);
  await page.keyboard.press('f');
  await until('the map has come to it', async () => {
    const [x = 0, y = 0] = String(await page.locator('#map').getAttribute('data-chosen'))
      .split(',')
      .map(Number);
    return Math.hypot(x - desktop.viewport.width / 2, y - desktop.viewport.height / 2) < 5;
  });
  const shown = () => page.locator('#map').getAttribute('data-runways');
  await until('its runways are drawn', async () => {
    if (Number(await shown()) >= 3) return true;
    await page.getByRole('button', { name: 'Zoom in' }).click();
    // What is loaded for this zoom comes before the next one.
    await page.waitForTimeout(800);
    return false;
  });
  assert.ok(
    wereAsked().some((path) => path.endsWith('runways/44/8.json')),
    wereAsked().join(),
  );
  assert.deepEqual(browser.complaints, []);
});

test('near an airport the ways that aircraft taxied are drawn, of flights that are filed', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const session = await site.signIn();
  await site.start(session, 'MMUN');
  const now = Date.now();
  const taxied = Array.from({ length: 30 }, (_, index) => {
    const at = now - (30 - index) * 10_000;
    const place = { lat: 47.452 + Math.min(index, 12) * 0.0006, lon: 8.557 + Math.max(0, index - 12) * 0.0008 };
    return position(at, { ...place, seq: index + 1, groundSpeedKt: 15, onGround: true, receivedAt: at });
  });
  await site.report(session, ...taxied);
  await site.calls.finish(session, { name: null, figures: noFigures, opening: null });
  const { id } = await site.start(session, 'EDDF');
  const at = Date.now();
  const parked = { lat: 47.458, lon: 8.548, groundSpeedKt: 0, onGround: true, receivedAt: at };
  await site.report(session, position(at, parked));
  const page = await browser.page(desktop);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(site.url(`/tracker/?flight=${id}&follow=${id}`));
  await page.locator('#card:not([hidden])').waitFor();
  await until('they are drawn', async () => {
    if (Number(await page.locator('#map').getAttribute('data-taxi')) === 1) return true;
    await page.getByRole('button', { name: 'Zoom in' }).click();
    // What is loaded for this zoom comes before the next one.
    await page.waitForTimeout(800);
    return false;
  });
  assert.ok(asked.some((path) => path.endsWith('taxi/44/8.json')));
  assert.deepEqual(browser.complaints, []);
});
