// needs: chromium
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noFigures, position } from '../flown.ts';
import { assertAccessible, assertFits } from './accessibility.ts';
import { desktop, phone, TestBrowser } from './browser.ts';
import { drawn, until } from './canvas.ts';
import { Line } from './line.ts';
import { serveText } from './other-site.ts';
import { Site } from './site.ts';

const from = { lat: 47.45, lon: 8.55 };
const flying = { altitudeMslFt: 12_000, groundSpeedKt: 480, verticalSpeedFpm: 1_800, headingDeg: 270, onGround: false };

async function flight(site: Site) {
  const session = await site.signIn();
  const { id } = await site.start(session, 'MMUN');
  const now = Date.now();
  const positions = Array.from({ length: 60 }, (_, index) => {
    const at = now - (60 - index) * 5_000;
    return position(at, { ...flying, seq: index + 1, lat: from.lat, lon: from.lon - index * 0.05, receivedAt: at });
  });
  await site.report(session, ...positions);
  let seq = 60;
  const move = async (lon: number, change = {}) => {
    seq += 1;
    await site.report(session, position(Date.now(), { ...flying, seq, lat: from.lat, lon, ...change }));
  };
  return { session, id, move };
}

test('The live map: an active PIREP in the state IN_PROGRESS appears on it, moves, shows its trail, and leaves when cancelled', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const { session, id, move } = await flight(site);
  const page = await browser.page(desktop);
  await page.goto(site.url());
  const row = page.locator(`#list button[data-flight="${id}"]`);
  await row.waitFor();
  assert.match((await row.textContent()) ?? '', /DMO204\s*LSZH → MMUN/);
  assert.equal(await page.locator('#count').textContent(), '1 flight');

  await page.evaluate('document.querySelector("#map")');
  const before = await drawn(page);
  assert.notEqual(before, 'empty');
  await move(from.lon - 9);
  await until('the aircraft moves within a tick', async () => (await drawn(page)) !== before);

  // A click on the aircraft, found where the map drew it.
  const [x = 0, y = 0] = (await drawn(page)).split(',').map(Number);
  for (const [dx, dy] of [
    [0, 0],
    [-40, 0],
    [-60, 0],
    [-20, 0],
    [-80, 0],
    [40, 0],
    [-40, 10],
    [-40, -10],
  ] as const) {
    await page.mouse.click(x + dx, y + dy);
    if (await page.locator('#card').isVisible()) break;
  }
  await page.locator('#card h2').waitFor();
  assert.equal(await page.locator('#card h2').textContent(), 'DMO204');
  await until('the trail is drawn', async () => Number(await page.locator('#map').getAttribute('data-trail')) >= 60);
  assert.match(await page.locator('#card').innerText(), /480 kt/);

  await site.calls.cancel(session, { name: null, reason: 'test' });
  await row.waitFor({ state: 'detached', timeout: 60_000 });
  await until('the canvas is empty again', async () => (await drawn(page)) === 'empty');
  await page.locator('#card').getByText('This flight has ended. The flight page').waitFor();
  await page.getByRole('link', { name: 'Flight page' }).click();
  await page.getByRole('heading', { name: 'DMO204' }).waitFor();
  assert.deepEqual(browser.complaints, []);
});

test('a flight that has landed is found on the map, and its page shows what is known', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const { session, id } = await flight(site);
  const page = await browser.page(desktop);
  await page.goto(`${site.url()}?flight=${id}`);
  await page.getByRole('link', { name: 'Flight page' }).click();
  assert.match(await page.getByRole('row', { name: /^On block/ }).innerText(), /–/);
  await page.getByRole('link', { name: 'Follow on the live map' }).click();
  await page.locator('#card h2').waitFor();
  assert.equal(await page.locator('#recent').count(), 0);
  await site.calls.finish(session, { name: null, figures: noFigures, opening: null });
  await page.locator('#card').getByText('This flight has ended. The flight page').waitFor({ timeout: 60_000 });
  assert.equal(await page.locator('#list button').count(), 0);
  await until('it stands among those that landed', async () => {
    await page.goto(site.url());
    return (await page.locator('#recent a').count()) === 1;
  });
  assert.match(await page.locator('#recent a').innerText(), /DMO204\s+LSZH → MMUN\s+(just now|\d+ s ago)/);
  await assertAccessible(page, 'landed lately');
  await page.locator('#recent a').click();
  await page.getByRole('heading', { name: 'DMO204' }).waitFor();
  assert.deepEqual(browser.complaints, []);
});

test('between two reports the aircraft moves on smoothly', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const { id, move } = await flight(site);
  const page = await browser.page(desktop);
  await page.goto(`${site.url()}?flight=${id}`);
  await page.locator('#card h2').waitFor();
  await page.getByRole('button', { name: 'Zoom in' }).waitFor();
  await page.evaluate('document.activeElement.blur()');
  await move(from.lon - 3);
  await page.getByRole('button', { name: 'Follow' }).click();
  for (let step = 0; step < 8; step++) {
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.waitForTimeout(400);
  }
  await page.waitForTimeout(2_500);
  await page.getByRole('button', { name: 'Follow' }).click();
  await page.waitForTimeout(1_200);
  assert.notEqual(await drawn(page), 'empty');
  const seen = new Set<string>();
  for (let look = 0; look < 12; look++) {
    seen.add(await drawn(page));
    await page.waitForTimeout(60);
  }
  assert.ok(seen.size >= 6, `${seen.size} different pictures of 12`);
});

test('the filter, the list and the flight’s card work by keyboard alone', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const { id } = await flight(site);
  const page = await browser.page(desktop);
  await page.goto(site.url());
  await page.locator('#list button').waitFor();
  await page.locator('#filter').focus();
  await page.keyboard.type('nobody');
  await page.getByText('No flights match this filter.').waitFor();
  assert.equal(await page.locator('#list button').count(), 0);
  for (let key = 0; key < 6; key++) await page.keyboard.press('Backspace');
  await page.keyboard.type('lszh a343');
  await page.locator('#list button').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.locator('#card h2').waitFor();
  assert.match(page.url(), new RegExp(`flight=${id}`));
  await page.keyboard.press('Escape');
  await page.locator('#card').waitFor({ state: 'hidden' });
  assert.deepEqual(browser.complaints, []);
});

test('what a stranger sees of the map holds no name and no e-mail', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const { id } = await flight(site);
  const page = await browser.page(desktop);
  const bodies: string[] = [];
  page.on('response', async (response) => {
    if (!/assets|events/.test(response.url())) bodies.push(await response.text().catch(() => ''));
  });
  await page.goto(`${site.url()}?flight=${id}`);
  await page.locator('#card h2').waitFor();
  await until('the trail was read', async () => bodies.some((body) => body.includes('"altitude"')));
  const snapshot = await (await fetch(site.url('/tracker/live/snapshot'))).text();
  for (const text of [...bodies, snapshot, await page.content()]) {
    assert.doesNotMatch(text, /Ada|Keller|DMO0001|@demo-air/);
  }
});

test('an interrupted line is taken up again, and says so meanwhile', async () => {
  await using site = await Site.open();
  await using line = await Line.open(site.url());
  await using browser = await TestBrowser.open();
  const { move } = await flight(site);
  const page = await browser.page(desktop);
  await page.goto(line.url);
  await page.locator('#list button').waitFor();
  const notice = page.getByRole('status').getByText('Connection lost');
  assert.equal(await notice.isVisible(), false);
  await line.cut();
  await notice.waitFor();
  await move(from.lon - 3, { altitudeMslFt: 31_000 });
  assert.equal(await page.getByText('FL310').count(), 0);
  await line.mend();
  await page.getByText('FL310').first().waitFor();
  await notice.waitFor({ state: 'hidden' });
});

test('across the antimeridian and near a pole the aircraft stays on the map, and the trail does not cross the world', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const session = await site.signIn();
  await site.start(session, 'MMUN');
  const now = Date.now();
  const positions = Array.from({ length: 40 }, (_, index) => {
    const at = now - (40 - index) * 5_000;
    const lon = 178 + index * 0.1;
    return position(at, {
      ...flying,
      headingDeg: 90,
      seq: index + 1,
      lat: 60,
      lon: lon > 180 ? lon - 360 : lon,
      receivedAt: at,
    });
  });
  await site.report(session, ...positions);
  const page = await browser.page(desktop);
  await page.goto(site.url());
  await page.locator('#list button').click();
  await until('the trail is loaded', async () => Number(await page.locator('#map').getAttribute('data-trail')) >= 40);
  await page.waitForTimeout(1_200);
  assert.notEqual(await drawn(page), 'empty');
  for (const [seq, lat] of [
    [41, 89.99],
    [42, -89.5],
  ] as const) {
    await site.report(session, position(Date.now(), { ...flying, seq, lat, lon: 10 }));
    await page.waitForTimeout(2_500);
    assert.notEqual(await drawn(page), 'empty', `at latitude ${lat}`);
  }
  assert.deepEqual(browser.complaints, []);
});

test('the map is usable on a phone, without script, and by the checker’s rules, and so is the one for frames', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  await flight(site);
  for (const [options, name] of [
    [desktop, 'desktop'],
    [phone, 'phone'],
  ] as const) {
    const page = await browser.page(options);
    await page.goto(site.url());
    await page.getByText('DMO204').first().waitFor({ state: 'attached' });
    if (name === 'phone') await page.getByRole('button', { name: 'Show or hide the list' }).tap();
    await page.locator('#list button').click();
    await page.locator('#card h2').waitFor();
    await assertAccessible(page, name);
    await assertFits(page, name);
  }
  const embedded = await browser.page(desktop);
  await embedded.goto(site.url('/tracker/embed'));
  await embedded.locator('#list button').waitFor();
  await assertAccessible(embedded, 'embed');
  const plain = await browser.page({ ...desktop, javaScriptEnabled: false });
  await plain.goto(site.url());
  await plain.getByRole('link', { name: 'DMO204' }).click();
  await plain.getByRole('heading', { name: 'DMO204' }).waitFor();
  assert.deepEqual(browser.complaints, []);
});

test('the snippet shows the map in a page of another site, and its links open beside that page', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  await flight(site);
  const page = await browser.page(desktop);
  await page.goto(site.url());
  await page.getByText('Show this map on your site').click();
  const snippet = await page.getByLabel('Paste this into your page').inputValue();
  await using other = await serveText(snippet);
  await page.goto(other.url);
  const frame = page.frameLocator('iframe');
  await frame.locator('#list button').click();
  const [beside] = await Promise.all([
    page.context().waitForEvent('page'),
    frame.getByRole('link', { name: 'Flight page' }).click(),
  ]);
  await beside.getByRole('heading', { name: 'DMO204' }).waitFor();
  assert.equal(page.url(), other.url);
  assert.deepEqual(browser.complaints, []);
});

test('the map weighs at most 300 kB of script over the wire, and is not loaded twice', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const context = await browser.context(desktop);
  const sizes = async () => {
    const page = await context.newPage();
    let bytes = 0;
    page.on('requestfinished', async (request) => {
      if (!/\.js$/.test(request.url())) return;
      const { responseBodySize } = await request.sizes();
      // Below zero: taken from the browser's cache.
      bytes += Math.max(0, responseBodySize);
    });
    await page.goto(site.url());
    await page.locator('#count').waitFor();
    await page.waitForLoadState('load');
    // The last part that a map without flights loads has asked for what it draws.
    await page.locator('#map[data-ways]').waitFor();
    await page.locator('link[href$="fan.css"]').waitFor({ state: 'attached' });
    await page.close();
    return bytes;
  };
  const first = await sizes();
  assert.ok(first > 30_000 && first <= 300_000, `${first} bytes`);
  assert.equal(await sizes(), 0);
});
