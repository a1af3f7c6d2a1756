// needs: chromium
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { position } from '../flown.ts';
import { assertAccessible, assertFits } from './accessibility.ts';
import { desktop, phone, TestBrowser } from './browser.ts';
import { until } from './canvas.ts';
import { flyFleet } from './made-fleet.ts';
import { serveText } from './other-site.ts';
import { Site } from './site.ts';

const rows = (page: Page) => page.locator('#list button');
const first = (page: Page) => rows(page).first().locator('strong').textContent();
/** The address as the page itself has it: the driver learns of a change a moment later. */
const searched = async (page: Page) =>
  Object.fromEntries(new URLSearchParams(await page.evaluate<string>('location.search')));

test('a list of 1,000 flights has only its visible rows in the page, and all of them by scrolling', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open({ hasGround: false });
  flyFleet(site, 1_000);
  const page = await browser.page(desktop);
  await page.goto(site.url('/tracker/?sort=-altitude'));
  await rows(page).first().waitFor();
  assert.equal(await page.locator('#count').textContent(), '1,000 flights');
  assert.ok((await rows(page).count()) < 60);
  const item = page.locator('#list li').first();
  assert.deepEqual([await item.getAttribute('aria-posinset'), await item.getAttribute('aria-setsize')], ['1', '1000']);
  assert.match((await rows(page).first().textContent()) ?? '', /FL400/);
  await page.evaluate(`document.querySelector('#list-scroller').scrollTop = 1e9`);
  await page.locator('#list li[aria-posinset="1000"]').waitFor();
  assert.match((await page.locator('#list li[aria-posinset="1000"]').textContent()) ?? '', /2,0\d0 ft/);
  assert.ok((await rows(page).count()) < 60);
  assert.deepEqual(browser.complaints, []);
});

test('filters and order are kept in the address, and a link with them shows the same', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open({ hasGround: false });
  flyFleet(site, 100);
  const page = await browser.page(desktop);
  await page.goto(site.url());
  await rows(page).first().waitFor();
  await page.locator('#filters summary').click();
  await page.locator('#find').getByLabel('Airline').selectOption('EDW');
  await page.getByLabel('Altitude from (ft)').fill('10000');
  await page.getByLabel('Sort by').selectOption('speed');
  await page.getByRole('button', { name: 'Descending order' }).click();
  await page.locator('#filter').fill('zurich');
  assert.deepEqual(await searched(page), { filter: 'zurich', airline: 'EDW', above: '10000', sort: '-speed' });
  const [shown, count] = [await first(page), await page.locator('#count').textContent()];
  assert.match(count ?? '', /^\d+ of 100 flights$/);
  const other = await browser.page({ ...desktop, locale: 'de-DE' });
  await other.goto(`${page.url()}&units=m-kmh-km-kg`);
  await rows(other).first().waitFor();
  assert.equal(await first(other), shown);
  assert.equal(await other.getByLabel('Höhe von (m)', { exact: true }).inputValue(), '3048');
  await page.getByRole('button', { name: 'Clear' }).click();
  assert.deepEqual(await searched(page), { sort: '-speed' });
  await page.getByText('100 flights', { exact: true }).waitFor();
  assert.deepEqual(browser.complaints, []);
});

test('keys search, move, choose, follow and help; single letters can be switched off', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open({ hasGround: false });
  flyFleet(site, 200);
  const page = await browser.page({ ...desktop, reducedMotion: 'reduce' });
  await page.goto(site.url());
  await rows(page).first().waitFor();
  const focused = () => page.evaluate('document.activeElement.dataset.flight ?? document.activeElement.id');
  await page.keyboard.press('/');
  assert.equal(await focused(), 'filter');
  await page.keyboard.type('swr');
  await page.keyboard.press('ArrowDown');
  const start = await focused();
  for (let step = 0; step < 30; step++) await page.keyboard.press('ArrowDown');
  assert.notEqual(await focused(), start);
  const reached = String(await focused());
  await page.waitForTimeout(1_200);
  assert.equal(await focused(), reached, 'the list that is updated keeps the focus');
  assert.equal(await page.locator(`#list button[data-flight="${reached}"]`).isVisible(), true);
  await page.keyboard.press('Enter');
  await page.locator('#card h2').waitFor();
  await page.keyboard.press('f');
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await page.keyboard.press('f');
  await page.getByText('Following 2 flights').waitFor();
  assert.equal((await searched(page)).follow, `${reached},${await focused()}`);
  await page.keyboard.press('f');
  await page.getByText('Following 1 flight').waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await assertAccessible(page, 'help');
  await page.getByLabel('Use single keys').uncheck();
  await page.keyboard.press('Escape');
  await page.keyboard.press('f');
  await page.keyboard.press('?');
  assert.equal(await page.getByRole('dialog').count(), 0);
  assert.match((await searched(page)).follow ?? '', new RegExp(`^${reached}$`));
  await page.keyboard.press('Escape');
  await page.locator('#card').waitFor({ state: 'hidden' });
  assert.deepEqual(browser.complaints, []);
});

test('the map with filters, card and a fleet, and an airport, keep to the rules at every size', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open({ hasGround: false });
  flyFleet(site, 300);
  for (const options of [desktop, phone, { viewport: { width: 820, height: 1180 } }]) {
    const what = String(options.viewport.width);
    const page = await browser.page(options);
    await page.goto(site.url());
    await rows(page).first().waitFor({ state: 'attached' });
    if (await page.locator('#list').isHidden()) await page.locator('#fold').click();
    // On a phone the filters are a row of chips, always open.
    const summary = page.locator('#filters summary');
    if (await summary.isVisible()) await summary.click();
    await page.locator('#by-airline').waitFor();
    await assertAccessible(page, `${what} filters`);
    await assertFits(page, `${what} filters`);
    if (await summary.isVisible()) await summary.click();
    await rows(page).first().click();
    await page.locator('#card h2').waitFor();
    const grip = page.locator('#card .grip');
    if (await grip.isVisible()) await grip.click();
    await page.locator('#card dt').first().waitFor();
    await assertAccessible(page, `${what} card`);
    await assertFits(page, `${what} card`);
    assert.deepEqual(await page.locator('#card dt:visible').allTextContents(), [
      ...['Phase', 'Altitude', 'Ground speed', 'Vertical', 'Heading', 'Last report'],
    ]);
  }
  assert.deepEqual(browser.complaints, []);
});

test('a view is shared by a link that is copied, or shown for copying', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open({ hasGround: false });
  flyFleet(site, 3);
  const context = await browser.context(desktop);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  await page.goto(site.url('/tracker/?filter=edw&flight=made00001'));
  await page.locator('#card h2').waitFor();
  await page.locator('#card').getByRole('button', { name: 'Share' }).click();
  await page.getByText('Link copied.').waitFor();
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), site.url('/tracker/?flight=made00001'));
  await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error("not allowed"))');
  await page.locator('#share').click();
  await page.getByText('Copy this link:').waitFor();
  assert.equal(await page.getByLabel('Link', { exact: true }).inputValue(), page.url());
});

test('a frame has the parts that were asked for, and its flights stay in reach', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open({ hasGround: false });
  flyFleet(site, 20);
  const page = await browser.page({ viewport: { width: 800, height: 480 } });
  await page.goto(site.url('/tracker/?embed=list,card&airline=EDW&lang=fr'));
  await rows(page).first().click();
  await page.getByRole('link', { name: 'Page du vol' }).waitFor();
  assert.deepEqual(
    [await page.locator('#filter').isVisible(), await page.locator('#count').isVisible()],
    [false, false],
  );
  await page.goto(site.url('/tracker/?embed=map'));
  await until('the flights are there', async () => (await page.locator('#list button').count()) > 0);
  assert.equal(await page.locator('.panel').isVisible(), false);
  assert.deepEqual(browser.complaints, []);
});

test('the card has the weather of both airports, and the map the filed route, by what the operator named', async () => {
  const asked: string[] = [];
  await using source = await serveText('<b>LSZH 061051Z 32010KT CAVOK</b> MMUN 061050Z 09012KT <script>', (path) =>
    asked.push(path),
  );
  await using site = await Site.open({ TRACKER_METAR_URL: `${source.url}{icao}` });
  await using browser = await TestBrowser.open({ hasGround: false });
  site.crewCenter.database.exec(`UPDATE flights SET route = 'DEGES 48N005E 50N020W 4050N'`);
  const session = await site.signIn();
  const { id } = await site.start(session, 'MMUN');
  const at = Date.now() - 5_000;
  await site.report(
    session,
    position(at, { lat: 47, lon: 7, altitudeMslFt: 20_000, groundSpeedKt: 400, receivedAt: at }),
  );
  const page = await browser.page(desktop);
  await page.goto(site.url(`/tracker/?flight=${id}`));
  await page.getByText('LSZH 061051Z 32010KT CAVOK').waitFor();
  assert.deepEqual(await page.locator('#card .weather code').allTextContents(), [
    'LSZH 061051Z 32010KT CAVOK',
    'MMUN 061050Z 09012KT',
  ]);
  await until('the route is there', async () => (await page.locator('#map').getAttribute('data-route')) === '3');
  await page.getByRole('link', { name: /^LSZH/ }).click();
  await page.getByRole('heading', { name: /^LSZH/ }).waitFor();
  await page.getByText('LSZH 061051Z 32010KT CAVOK').waitFor();
  await assertAccessible(page, 'airport');
  assert.deepEqual(asked.toSorted(), ['/LSZH', '/MMUN'], 'each is read once');
  assert.deepEqual(browser.complaints, []);
});

test('the airport of a flight shows its board to a keyboard, a phone and no script', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open({ hasGround: false });
  const session = await site.signIn();
  await site.start(session, 'MMUN');
  const at = Date.now() - 5_000;
  await site.report(
    session,
    position(at, { lat: 47, lon: 7, altitudeMslFt: 20_000, groundSpeedKt: 400, receivedAt: at }),
  );
  for (const options of [desktop, phone, { ...phone, javaScriptEnabled: false }]) {
    const page = await browser.page(options);
    await page.goto(site.url('/tracker/airports/mmun?lang=de'));
    await page.getByRole('heading', { name: 'Ankünfte' }).waitFor();
    assert.match((await page.getByRole('row', { name: /^DMO204/ }).textContent()) ?? '', /LSZH Zurich Airport/);
    if (!('javaScriptEnabled' in options)) await assertAccessible(page, 'airport');
    await assertFits(page, 'airport');
    const eta = await page.getByRole('columnheader', { name: 'Erwartete Landung' }).boundingBox();
    const width = page.viewportSize()?.width ?? 0;
    assert.ok(eta !== null && eta.x + eta.width <= width, `the expected landing ends at ${eta?.x} of ${width}`);
    await page.getByRole('link', { name: 'DMO204' }).first().click();
    await page.getByRole('heading', { name: 'DMO204' }).waitFor();
  }
  assert.deepEqual(browser.complaints, []);
});
