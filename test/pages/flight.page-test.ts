// needs: chromium
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { flightEvent, flownTrack, noFigures } from '../flown.ts';
import { assertAccessible, assertFits } from './accessibility.ts';
import { desktop, phone, TestBrowser } from './browser.ts';
import { until } from './canvas.ts';
import { operatorPage } from './operator.ts';
import { Site } from './site.ts';

const markup = '<img src=x onerror="document.title=1">';

/** A flight with markup wherever a client may write. */
async function flown(site: Site) {
  const session = await site.signIn();
  const flight = await site.start(session, 'MMUN');
  const startAt = Date.now() - 4_100_000;
  const track = flownTrack({ from: { lat: 47.45, lon: 8.55 }, to: { lat: 21.04, lon: -86.87 }, startAt, count: 400 });
  await site.report(session, ...track);
  await site.tell(
    session,
    flightEvent(startAt + 100_000, 'block-off'),
    flightEvent(startAt + 500_000, markup, { message: markup }),
    flightEvent(startAt + 3_590_000, 'landing', { message: markup, data: { landing_rate: -187, g_force: 1.21 } }),
  );
  const figures = { ...noFigures, notes: markup, log: [markup, 'Gate B7'], fields: { Stand: markup } };
  await site.calls.finish(session, { name: null, figures, opening: null });
  return { flight, path: `/tracker/flights/${flight.id}` };
}

test('the flight page shows track, profiles, replay and landing; map and profile follow each other', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const { path } = await flown(site);
  const page = await browser.page({ viewport: { width: 1280, height: 1400 } });
  await page.goto(site.url(path));
  assert.equal(await page.locator('#profile path.altitude').count(), 1);
  const here = page.locator('#here');
  const atEnd = await here.textContent();
  assert.match(atEnd ?? '', /Z · 1,400 ft · 0 kt · level/);

  // The pointer over a profile moves the aircraft on the map and the slider.
  const box = await page.locator('#profile .plot').boundingBox();
  if (box === null) throw new Error('the profile is not laid out');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await here.filter({ hasText: 'FL' }).waitFor();
  const slider = page.locator('#time');
  const middle = Number(await slider.inputValue());
  assert.ok(middle > Number(await slider.getAttribute('min')) && middle < Number(await slider.getAttribute('max')));

  // The pointer over the track moves the cursor of the profiles.
  const map = await page.locator('#track-map').boundingBox();
  if (map === null) throw new Error('the map is not laid out');
  const cursor = () => page.locator('#profile .cursor').getAttribute('style');
  const before = await cursor();
  for (let x = 60; x < map.width; x += 20) {
    for (const y of [0.3, 0.45, 0.6, 0.75]) await page.mouse.move(map.x + x, map.y + map.height * y);
  }
  assert.notEqual(await cursor(), before);

  // The slider works by keyboard, the replay by its button.
  await slider.focus();
  await page.keyboard.press('Home');
  assert.match((await here.textContent()) ?? '', /1,400 ft · 0 kt/);
  await page.locator('#speed').selectOption('1000');
  await page.getByRole('button', { name: 'Play' }).click();
  await here.filter({ hasText: 'FL' }).waitFor();
  const caption = page.locator('#track-map .caption');
  await caption.waitFor();
  assert.match((await caption.textContent()) ?? '', /\p{L}{3}/u, 'what passes is named on the map');
  assert.equal(await page.locator('#track-map [aria-live=polite]').count(), 1);
  await page.getByRole('button', { name: 'Pause' }).click();
  assert.ok(Number(await slider.inputValue()) > Number(await slider.getAttribute('min')));

  assert.match(await page.getByRole('row', { name: /^Rate/ }).innerText(), /−187 ft\/min/);
  assert.match(await page.getByRole('row', { name: /Ground speed/ }).innerText(), /estimate/);
  assert.deepEqual(browser.complaints, []);
});

test('each export downloads; a share link opens the flight for its time, without the pilot', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const { path } = await flown(site);
  const page = await operatorPage(site, browser);
  await page.goto(site.url(path));
  for (const name of ['GPX', 'KML', 'GeoJSON', 'CSV']) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name, exact: true }).click(),
    ]);
    assert.match(download.suggestedFilename(), new RegExp(`^DMO204-.*\\.${name.toLowerCase()}$`));
    const text = readFileSync(await download.path(), 'utf8');
    assert.ok(text.length > 1_000);
    if (name === 'GPX' || name === 'KML') assert.equal(text.includes(markup), false);
  }
  await page.getByLabel('Valid for (days)').fill('3');
  await page.getByRole('button', { name: 'Create share link' }).click();
  const link = await page.getByLabel('Share link').inputValue();
  assert.match(link, /\?share=/);
  const stranger = await browser.page(desktop);
  await stranger.goto(site.url(path));
  await stranger.getByText('After that, a share link from the operator is needed').waitFor();
  const friend = await browser.page(desktop);
  await friend.goto(link);
  assert.equal(await friend.locator('#profile path.altitude').count(), 1);
  assert.doesNotMatch(await friend.content(), /Ada|Keller|DMO0001/);
  assert.match(await page.content(), /Ada Keller/);
  assert.deepEqual(browser.complaints, []);
});

test('markup of a client is text on the page: for strangers, friends and the operator', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const { path } = await flown(site);
  const page = await operatorPage(site, browser);
  await page.goto(site.url(path));
  assert.equal(await page.locator('img[src="x"]').count(), 0);
  // The log is folded.
  assert.ok(((await page.locator('main').textContent()) ?? '').split(markup).length >= 5);
  assert.match(await page.title(), /^DMO204 LSZH – MMUN · Demo Air$/);
  const stranger = await browser.page(desktop);
  await stranger.goto(site.url(path));
  assert.equal((await stranger.content()).includes('onerror'), false);
  assert.deepEqual(browser.complaints, []);
});

test('the flight page fits a phone, and the checker finds nothing serious, by day and by night', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const { path } = await flown(site);
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [options, name] of [
      [desktop, 'desktop'],
      [phone, 'phone'],
    ] as const) {
      const page = await browser.page({ ...options, colorScheme });
      await page.goto(site.url(path));
      await page.locator('#profile svg').first().waitFor();
      await assertAccessible(page, `${name}, ${colorScheme}`);
      await assertFits(page, name);
    }
  }
  assert.deepEqual(browser.complaints, []);
});

test('the flight page is in the visitor’s language and units', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const { path } = await flown(site);
  const page = await browser.page(desktop);
  await page.goto(`${site.url(path)}?lang=de&units=m-kmh-km-kg&zone=Europe/Zurich`);
  await page.locator('#profile svg').first().waitFor();
  assert.match((await page.locator('#here').textContent()) ?? '', /430 m · 0 km\/h · Höhe konstant/);
  assert.match(await page.locator('#ramp').innerText(), /Boden.*1\.520 m/s);
  assert.match(await page.locator('.tile', { hasText: 'Blockzeit' }).innerText(), /geplant 11 h 10 min/);
  assert.match(await page.getByRole('row', { name: /^Sinkrate/ }).innerText(), /−0,9 m\/s/);
  await page.getByRole('button', { name: 'Abspielen' }).click();
  await page.getByRole('button', { name: 'Anhalten' }).waitFor();
  assert.deepEqual(browser.complaints, []);
});

test('the page of a flight under way goes on without a reload, and shows the figures once it is filed', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const session = await site.signIn();
  const flight = await site.start(session, 'MMUN');
  // The newest of the first half is 20 minutes old: a flight is suspended after 30, and a busy machine is slow.
  const startAt = Date.now() - 2_420_000;
  const track = flownTrack({ from: { lat: 47.45, lon: 8.55 }, to: { lat: 46.2, lon: 1.2 }, startAt, count: 240 });
  const page = await browser.page({ ...desktop, reducedMotion: 'reduce' });
  await page.goto(site.url(`/tracker/flights/${flight.id}`));
  await page.getByText('No positions were reported').waitFor();
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));

  await site.report(session, ...track.slice(0, 120));
  await page.locator('#profile svg').first().waitFor();
  await page.getByText('120 positions').waitFor();
  await page.locator('#status', { hasText: 'DMO204: In progress, Climb' }).waitFor({ state: 'attached' });
  const slider = page.locator('#time');
  assert.equal(await slider.inputValue(), String(track[119]?.recordedAt));

  await site.report(session, ...track.slice(120));
  await site.calls.finish(session, { name: null, figures: noFigures, opening: null });
  await page.getByRole('heading', { name: 'As filed' }).waitFor();
  await page.getByRole('heading', { name: 'Landing' }).waitFor();
  assert.equal(
    await slider.inputValue(),
    String(track[239]?.recordedAt),
    'whoever sees the newest position stays there',
  );
  assert.equal(await page.getByRole('link', { name: 'Follow on the live map' }).count(), 0);
  assert.equal(await page.getByText('No positions were reported').isVisible(), false);
  assert.equal(await page.evaluate(() => 'isSamePage' in globalThis), true);
  await assertAccessible(page, 'after updates');
  assert.deepEqual(browser.complaints, []);
});

test('the whole of a long track comes before the ground below it and the font', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const { path } = await flown(site);
  const page = await browser.page(desktop);
  const seen: string[] = [];
  page.on('request', (request) => seen.push(`asks ${request.url()}`));
  page.on('requestfinished', (request) => seen.push(`has ${request.url()}`));
  await page.goto(site.url(path));
  const isLate = (line: string) => /^asks .*\/(ground|font)\//.test(line);
  await until('ground and font', async () =>
    ['ground', 'font'].every((part) => seen.some((each) => each.includes(`/${part}/`))),
  );
  const whole = seen.findIndex((line) => /^has .*track\.json/.test(line));
  assert.ok(whole >= 0 && whole < seen.findIndex(isLate), seen.join('\n'));
  assert.deepEqual(browser.complaints, []);
});

test('a printed flight has its map, times and profile, and nothing to press', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const { path } = await flown(site);
  const page = await browser.page(desktop);
  await page.goto(site.url(path));
  await page.locator('#here', { hasText: 'kt' }).waitFor();
  await page.emulateMedia({ media: 'print' });
  for (const seen of ['#track-map', '#way', '#profile .plot', '.tiles'])
    assert.equal(await page.locator(seen).isVisible(), true, seen);
  for (const unseen of ['.replay', '.exporting', '.log', 'body > header', '.cursor'])
    assert.equal(await page.locator(unseen).isVisible(), false, unseen);
  const map = await page.locator('#track-map').boundingBox();
  assert.ok(map !== null && Math.abs(map.width - 700) < 2, 'as wide as the sheet');
  assert.deepEqual(browser.complaints, []);
});
