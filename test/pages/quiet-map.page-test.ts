// needs: chromium
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noFigures, position } from '../flown.ts';
import { assertAccessible, assertFits } from './accessibility.ts';
import { desktop, phone, TestBrowser } from './browser.ts';
import { until } from './canvas.ts';
import { flyFleet } from './made-fleet.ts';
import { Site } from './site.ts';

/** Flies over the Atlantic for two hours and files; ended now. */
async function fly(site: Site): Promise<void> {
  const session = await site.signIn();
  await site.start(session, 'MMUN');
  const flying = { altitudeMslFt: 30_000, groundSpeedKt: 480, headingDeg: 270, onGround: false };
  const positions = Array.from({ length: 240 }, (_, index) => {
    const at = Date.now() - (240 - index) * 30_000;
    return position(at, { ...flying, seq: index + 1, lat: 47, lon: 8 - index * 0.2, receivedAt: at });
  });
  await site.report(session, ...positions);
  await site.calls.finish(session, { name: null, figures: noFigures, opening: null });
}

test('with nobody in the air the map has the ways of the last day, the next departures, and the replay at one click', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  await fly(site);
  for (const options of [desktop, phone]) {
    const page = await browser.page({ ...options, reducedMotion: 'reduce' });
    await page.goto(site.url('/tracker/?lang=en'));
    await until('the ways are drawn', async () => (await page.locator('#map').getAttribute('data-ways')) === '1');
    if (options === phone) await page.locator('#fold').press('Home');
    await page.getByText('Nobody is flying right now.').waitFor();
    await page.getByRole('heading', { name: 'Next departures' }).waitFor();
    const booked = await page.getByRole('list', { name: 'Next departures' }).innerText();
    assert.match(booked, /DMO205\s+MMUN → LSZH\s+20:05/);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await assertAccessible(page, `the quiet map, ${colorScheme}`);
    }
    await assertFits(page, 'the quiet map');
    assert.doesNotMatch(await page.content(), /Ada|Keller|Ben|Ortiz/);
  }
  const page = await browser.page(desktop);
  await page.goto(site.url());
  await page.getByRole('link', { name: 'Play them' }).click();
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  assert.deepEqual(browser.complaints, []);
});

test('while somebody flies nothing of it is asked for, shown or drawn; it comes back when the last one has left', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  await fly(site);
  const session = await site.signIn('ben@demo-air.example');
  await site.start(session, 'LSZH');
  const now = Date.now();
  await site.report(
    session,
    position(now, { lat: 30, lon: -60, groundSpeedKt: 450, onGround: false, receivedAt: now }),
  );
  // The map takes what moved once a second.
  await until('the server shows it', async () => !(await (await fetch(site.url())).text()).includes('id="quiet"'));
  const page = await browser.page(desktop);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(site.url());
  await page.locator('#list button').waitFor();
  await page.locator('link[href$="card.css"]').waitFor({ state: 'attached' });
  await page.waitForTimeout(3_000);
  const wasAsked = () => asked.filter((path) => /quiet|replay/.test(path));
  assert.deepEqual([wasAsked(), await page.locator('#quiet').count()], [[], 0]);
  await site.calls.cancel(session, { name: null, reason: 'test' });
  await page.getByRole('heading', { name: 'Next departures' }).waitFor();
  await page.getByRole('link', { name: 'Play them' }).waitFor();
  flyFleet(site, 3);
  await page.locator('#quiet').waitFor({ state: 'hidden' });
  assert.deepEqual(browser.complaints, []);
});

test('where nobody has flown or booked, nothing is offered', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  site.crewCenter.run('DELETE FROM bids');
  const page = await browser.page(desktop);
  await page.goto(site.url());
  await until('the day was read', async () => (await page.locator('#map').getAttribute('data-ways')) === '0');
  assert.equal(await page.getByRole('heading', { name: 'Next departures' }).count(), 0);
  assert.equal(await page.getByRole('link', { name: 'Play them' }).isVisible(), false);
  assert.deepEqual(browser.complaints, []);
});

test('what was not answered is asked for again soon', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  await fly(site);
  const page = await browser.page(desktop);
  let asked = 0;
  await page.route('**/replay/lines.json', (route) => {
    asked++;
    return asked === 1 ? route.abort() : route.continue();
  });
  await page.goto(site.url());
  await page.locator('#map[data-ways="1"]').waitFor({ timeout: 60_000 });
  assert.ok(asked > 1, 'it was asked for again');
  assert.ok(
    browser.complaints.every((text) => /ERR_FAILED/.test(text)),
    browser.complaints.join(),
  );
});
