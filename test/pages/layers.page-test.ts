// needs: chromium
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { vatsimText } from '../feeds/made-feed.ts';
import { StandIn } from '../feeds/stand-in.ts';
import { position } from '../flown.ts';
import { assertAccessible, assertFits } from './accessibility.ts';
import { desktop, phone, TestBrowser } from './browser.ts';
import { until } from './canvas.ts';
import { Site } from './site.ts';

/** What the network and the source of weather reports answer, and what they were asked. */
async function opened() {
  const network = await StandIn.open();
  const others = Array.from({ length: 40 }, (_, index) => {
    return { id: index, callsign: `OTH${index}`, lat: 40 + (index % 8) * 2, lon: -20 + index };
  });
  network.answer = () => ({ text: vatsimText(Date.now(), others) });
  const reports: string[] = [];
  const weather = createServer((request, response) => {
    const icao = (request.url ?? '').slice(1);
    reports.push(icao);
    response.end(`${icao} 061051Z 32010KT 9999 BKN020 12/08 Q1009`);
  });
  await new Promise<void>((resolve) => weather.listen(0, '127.0.0.1', resolve));
  const site = await Site.open({
    TRACKER_VATSIM_URL: `${network.url}/feed`,
    TRACKER_WEBHOOK_NETWORKS: '127.0.0.1',
    TRACKER_METAR_URL: `http://127.0.0.1:${(weather.address() as AddressInfo).port}/{icao}`,
  });
  const session = await site.signIn();
  await site.start(session, 'MMUN');
  const at = Date.now();
  const cruise = { altitudeMslFt: 34_000, groundSpeedKt: 460, headingDeg: 280, onGround: false };
  await site.report(session, position(at, { ...cruise, lat: 48, lon: 2, receivedAt: at }));
  return {
    site,
    network,
    reports,
    async [Symbol.asyncDispose]() {
      await site[Symbol.asyncDispose]();
      await network[Symbol.asyncDispose]();
      weather.closeAllConnections();
      weather.close();
    },
  };
}

test('layers of the map are loaded when they are chosen, stay in the address, and are there again at the next visit', async () => {
  await using it = await opened();
  await using browser = await TestBrowser.open();
  const context = await browser.context(desktop);
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(it.site.url());
  await page.locator('.look summary').click();
  const layers = page.getByRole('group', { name: 'Layers' });
  await layers.getByLabel('Weather at airports').waitFor();
  const wasAsked = (name: string) => asked.some((path) => path.endsWith(name));
  assert.deepEqual([wasAsked('weather.json'), wasAsked('networks.json')], [false, false]);
  assert.deepEqual([it.network.asked.length, it.reports], [0, []]);

  await layers.getByLabel('Weather at airports').check();
  await layers.getByText('2 airports').waitFor();
  assert.match(await layers.innerText(), /MVFR: marginal/);
  assert.deepEqual(it.reports.toSorted(), ['LSZH', 'MMUN']);
  assert.equal(it.network.asked.length, 0, 'the network is asked for its own layers alone');

  await layers.getByRole('checkbox', { name: 'Controllers' }).check();
  await layers.getByText('2 on duty').waitFor();
  assert.match(
    await layers.getByRole('list', { name: 'Controllers' }).innerText(),
    /JFK_DEL\s+135\.050\s+LSZH_TWR\s+118\.100/,
  );
  await layers.getByLabel('Other pilots').check();
  await layers.getByText('40 pilots').waitFor();
  assert.equal(new URL(page.url()).searchParams.get('layers'), 'weather,controllers,traffic');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await assertAccessible(page, `layers, ${colorScheme}`);
  }

  const next = await context.newPage();
  await next.goto(it.site.url());
  await next.locator('.look summary').click();
  await next.getByText('40 pilots').waitFor();
  await next.getByLabel('Other pilots').uncheck();
  await next.getByRole('checkbox', { name: 'Controllers' }).uncheck();
  await next.getByLabel('Weather at airports').uncheck();
  assert.equal(new URL(next.url()).searchParams.get('layers'), null);
  assert.deepEqual(browser.complaints, []);
});

test('a link brings its layers, on a phone too; where nothing is set there are none', async () => {
  await using it = await opened();
  await using browser = await TestBrowser.open();
  const page = await browser.page(phone);
  await page.goto(`${it.site.url()}?layers=traffic,nonsense`);
  await page.locator('.look summary').click();
  await page.getByText('40 pilots').waitFor();
  assert.equal(await page.getByLabel('Weather at airports').isChecked(), false);
  await assertFits(page, 'layers on a phone');
  await using plain = await Site.open();
  const other = await browser.page(desktop);
  await other.goto(plain.url());
  await until('the map is there', async () => (await other.locator('#count').textContent()) === '0 flights');
  assert.equal(await other.locator('.layers').count(), 0);
  assert.deepEqual(browser.complaints, []);
});

test('a network, and a list of controllers, that cannot be read are named, and do not count as empty', async () => {
  await using it = await opened();
  await using browser = await TestBrowser.open();
  it.network.answer = () => ({
    text: vatsimText(Date.now(), [{ id: 1, callsign: 'OTH1', lat: 40, lon: 0 }]).replace('"controllers"', '"gone"'),
  });
  const page = await browser.page(desktop);
  await page.goto(`${it.site.url()}?layers=controllers,traffic&lang=en`);
  await page.locator('.look summary').click();
  const layers = page.getByRole('group', { name: 'Layers' });
  await layers.getByText('1 pilot', { exact: true }).waitFor();
  await layers.getByText('VATSIM cannot be read').waitFor();
  assert.doesNotMatch(await layers.innerText(), /Nothing at the moment/);

  const other = await browser.page(desktop);
  await using broken = await opened();
  broken.network.answer = () => ({ status: 503, text: '' });
  await other.goto(`${broken.site.url()}?layers=controllers,traffic&lang=en`);
  await other.locator('.look summary').click();
  const both = other.getByRole('group', { name: 'Layers' }).getByText('VATSIM cannot be read');
  await until('both layers say it', async () => (await both.count()) === 2);
  assert.doesNotMatch(await other.getByRole('group', { name: 'Layers' }).innerText(), /Nothing at the moment/);
  assert.deepEqual(browser.complaints, []);
});
