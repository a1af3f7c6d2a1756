// needs: chromium
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { position } from '../flown.ts';
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
  const shown = () => page.locator('#map').getAttribute('data-runways');
  await until('its runways are drawn', async () => {
    if (Number(await shown()) >= 3) return true;
    await page.getByRole('button', { name: 'Zoom in' }).click();
    return false;
  });
  assert.ok(
    wereAsked().some((path) => path.endsWith('runways/44/8.json')),
    wereAsked().join(),
  );
  assert.deepEqual(browser.complaints, []);
});
