// needs: chromium
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Flight } from '../../src/tracking/model.ts';
import { flightEvent, flownTrack, noFigures } from '../flown.ts';
import { assertAccessible, assertFits } from './accessibility.ts';
import { phone, TestBrowser } from './browser.ts';
import { operatorPage } from './operator.ts';
import { Site } from './site.ts';

/** Markup, an override of the writing direction, Arabic, emoji of several code points, and a word without an end. */
const hostile = `\u202E<img src=x onerror="document.title=1"> مرحبا ✈️👩‍✈️🇨🇭 ${'x'.repeat(400)}`;

/** A flight with one text wherever a client may write. */
async function flown(site: Site, text: string): Promise<Flight> {
  const session = await site.signIn();
  const flight = await site.start(session, 'MMUN');
  const startAt = Date.now() - 4_100_000;
  const leg = { from: { lat: 47.45, lon: 8.55 }, to: { lat: 46.2, lon: 1.2 }, startAt, count: 400 };
  const track = flownTrack(leg).map((each) => ({ ...each, phase: each.onGround ? null : text.slice(0, 64) }));
  await site.report(session, ...track);
  const data = { [text]: 1, g_force: 1.21 };
  await site.tell(
    session,
    flightEvent(startAt + 500_000, text.slice(0, 64), { message: text }),
    flightEvent(startAt + 3_590_000, 'landing', { message: text, data }),
  );
  const figures = { ...noFigures, notes: text, route: text, log: [text], fields: { [text]: text } };
  await site.calls.finish(session, { name: null, figures, opening: null });
  return flight;
}

test('texts of a client stay texts and stay in their place: markup, writing direction, emoji, a word without end', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const { id } = await flown(site, hostile);
  const page = await operatorPage(site, browser, phone);
  for (const [width, height] of [
    [390, 844],
    [820, 1180],
    [1366, 768],
    [2560, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(site.url(`/tracker/flights/${id}`));
    await page.locator('#profile svg').first().waitFor();
    await assertFits(page, `${width} px`);
    assert.equal(await page.locator('main img').count(), 0);
    assert.match(await page.title(), /^DMO204 LSZH – MMUN/);
  }
  await assertAccessible(page, 'with hostile texts');
  // The override of the writing direction ends with the text: what follows it reads as before.
  const directions = '[...document.querySelectorAll("#log span")].map((node) => getComputedStyle(node).unicodeBidi)';
  assert.deepEqual([...new Set((await page.evaluate(directions)) as string[])], ['isolate']);
  assert.deepEqual(browser.complaints, []);
});

/** The id of the element that has the focus, or its text. */
const focused =
  '(({ activeElement: a }) => (a === null || a === document.body ? "" : a.id || a.textContent.trim()))(document)';

test('everything on the flight page works by keyboard alone', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const { id } = await flown(site, 'calm');
  const page = await browser.page();
  await page.goto(site.url(`/tracker/flights/${id}`));
  await page.locator('#profile svg').first().waitFor();
  const reached: string[] = [];
  for (let press = 0; press < 40; press++) {
    await page.keyboard.press('Tab');
    const name = String(await page.evaluate(focused));
    if (name === '') break;
    reached.push(name);
  }
  const wanted = [
    'Skip to the content',
    'track-map',
    'play',
    'time',
    'speed',
    'follow',
    'GPX',
    'CSV',
    'Language and units',
  ];
  assert.deepEqual(
    wanted.filter((name) => !reached.includes(name)),
    [],
    `reached: ${reached.join(', ')}`,
  );
  await page.locator('#follow').focus();
  await page.keyboard.press('Space');
  assert.equal(await page.locator('#follow').isChecked(), true);
  await page.locator('#time').focus();
  await page.keyboard.press('PageDown');
  assert.match((await page.locator('#time').getAttribute('aria-valuetext')) ?? '', /kt/);
  await page.locator('#play').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  assert.deepEqual(browser.complaints, []);
});

test('without JavaScript every figure is there, the runway and the phases too', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const { id } = await flown(site, 'calm');
  const page = await (await browser.context({ javaScriptEnabled: false })).newPage();
  await page.goto(site.url(`/tracker/flights/${id}`));
  // Not by its text: Playwright ignores texts of a `noscript`.
  assert.equal(await page.locator('noscript p').isVisible(), true);
  for (const name of ['Landing', 'Times', 'As filed', 'Export', 'Log']) {
    await page.getByRole('heading', { name }).waitFor();
  }
  await page.getByRole('list', { name: 'Phases' }).getByText('Taxi', { exact: true }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Play' }).isVisible(), false);
});
