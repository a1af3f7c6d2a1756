// needs: chromium
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noFigures, position } from '../flown.ts';
import { desktop, phone, TestBrowser } from './browser.ts';
import { Site } from './site.ts';

async function flying(site: Site, ageMs = 0) {
  const session = await site.signIn();
  const { id } = await site.start(session, 'MMUN');
  const at = Date.now() - ageMs;
  await site.report(
    session,
    position(at, { lat: 47, lon: 8, altitudeMslFt: 12_000, groundSpeedKt: 400, receivedAt: at }),
  );
  return { session, id };
}

test('the filter stays in the address, and a link with it shows the same', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open({ hasGround: false });
  const { id } = await flying(site);
  const page = await browser.page(desktop);
  await page.goto(`${site.url()}?flight=${id}`);
  await page.locator('#filter').fill('nobody');
  await page.getByText('No flights match this filter.').waitFor();
  assert.deepEqual(
    [...new URL(page.url()).searchParams],
    [
      ['flight', id],
      ['filter', 'nobody'],
    ],
  );
  const other = await browser.page(desktop);
  await other.goto(page.url());
  await other.getByText('No flights match this filter.').waitFor();
  await other.locator('#filter').fill('');
  await other.locator('#list button').waitFor();
  assert.equal(new URL(other.url()).searchParams.has('filter'), false);
  assert.deepEqual(browser.complaints, []);
});

test('a link to a flight that has ended leads to its page', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open({ hasGround: false });
  const { session, id } = await flying(site);
  await site.calls.finish(session, { name: null, figures: noFigures, opening: null });
  for (const options of [desktop, { ...phone, javaScriptEnabled: false }]) {
    const page = await browser.page(options);
    await page.goto(`${site.url()}?flight=${id}`);
    await page.getByRole('heading', { name: 'DMO204' }).waitFor();
    assert.match(page.url(), new RegExp(`/flights/${id}$`));
  }
  const embedded = await browser.page(desktop);
  await embedded.goto(site.url(`/tracker/embed?flight=${id}`));
  await embedded.getByText('This flight has ended or has not reported yet.').waitFor();
  assert.deepEqual(browser.complaints, []);
});

test('a flight without a report for minutes says so', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open({ hasGround: false });
  await flying(site, 5 * 60_000 + 5_000);
  const page = await browser.page(desktop);
  await page.goto(site.url());
  await page.locator('#list').getByText('no report for 5 min').waitFor();
});

test('an address that nobody knows is a page for a browser, and JSON for a client', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open({ hasGround: false });
  const page = await browser.page(desktop);
  for (const path of ['/nope', '/a/b/nope', '/tracker/nope', '/tracker/flights/nope']) {
    const answer = await page.goto(site.url(path));
    assert.equal(answer?.status(), 404, path);
    await page.getByRole('heading', { name: /not found/i }).waitFor();
    await page.getByRole('link', { name: 'Go to the live map' }).click();
    await page.locator('#count').waitFor();
  }
  const plain = await fetch(site.url('/nope'));
  assert.equal(plain.status, 404);
  assert.match(plain.headers.get('content-type') ?? '', /json/);
});

test('without script the map says what flies, and offers nothing that would not work', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open({ hasGround: false });
  const page = await browser.page({ ...phone, javaScriptEnabled: false });
  await page.goto(site.url());
  // Not by its text: texts of a `noscript` are not looked at by Playwright.
  const notice = page.locator('noscript p');
  assert.equal(await notice.isVisible(), true);
  assert.equal(await notice.textContent(), 'The map needs JavaScript. Nobody is flying right now.');
  await flying(site);
  await page.goto(site.url());
  assert.equal(await page.locator('#count').textContent(), '1 flight');
  assert.equal(await page.locator('#filter').isVisible(), false);
  assert.equal(await page.locator('#fold').isVisible(), false);
  await page.getByRole('link', { name: 'DMO204' }).click();
  await page.getByRole('heading', { name: 'DMO204' }).waitFor();
});
