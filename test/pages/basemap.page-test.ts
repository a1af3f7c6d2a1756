// needs: chromium
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { desktop, TestBrowser } from './browser.ts';
import { until } from './canvas.ts';
import { Site } from './site.ts';

test('the names of countries stand where the countries are', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const page = await browser.page(desktop);
  await page.goto(site.url());
  const places = (await page.evaluate(`(async () => {
    const { coarse } = document.querySelector('#map').dataset;
    const { loadAtlas } = await import(new URL('../atlas.js', new URL(coarse, location)).href);
    const { names } = await loadAtlas(coarse);
    const lat = (y) => (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;
    return Object.fromEntries(names.map(({ name, x, y }) => [name, [lat(y), x * 360 - 180]]));
  })()`)) as Record<string, readonly [lat: number, lon: number]>;
  const expected: readonly (readonly [name: string, south: number, north: number, west: number, east: number])[] = [
    ['Antarctica', -86, -72, -180, 180],
    ['Brazil', -25, 0, -65, -42],
    ['Russia', 55, 72, 60, 130],
    ['Fiji', -19, -16, 177, 180],
    ['New Zealand', -47, -40, 168, 177],
    ['Switzerland', 46, 47.5, 6.5, 9.5],
  ];
  for (const [name, south, north, west, east] of expected) {
    const [lat = 0, lon = 0] = places[name] ?? [];
    assert.ok(lat > south && lat < north && lon > west && lon < east, `${name} at ${lat}, ${lon}`);
  }
});

test('with a tile server set, the map is made of its tiles and names their source; it learns the site, and not the page', async () => {
  const asked: { readonly url: string; readonly referer: string }[] = [];
  const tiles = createServer((request, response) => {
    asked.push({ url: request.url ?? '', referer: request.headers.referer ?? '' });
    response.writeHead(200, { 'content-type': 'image/svg+xml' });
    response.end('<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><path d="M0 0h256v256H0z"/></svg>');
  }).listen(0, '127.0.0.1');
  try {
    await once(tiles, 'listening');
    const { port } = tiles.address() as AddressInfo;
    const source = '© <b>Tile</b> makers & sons';
    await using site = await Site.open({
      TRACKER_TILE_URL: `http://127.0.0.1:${port}/{z}/{x}/{y}.svg`,
      TRACKER_TILE_ATTRIBUTION: source,
    });
    await using browser = await TestBrowser.open();
    const page = await browser.page(desktop);
    await page.goto(`${site.url()}?flight=secret`);
    const shown = page.locator(`img.leaflet-tile-loaded[src^="http://127.0.0.1:${port}/"]`);
    await until('tiles are shown', async () => (await shown.count()) >= 4);
    assert.ok(asked.every(({ url }) => /^\/\d+\/\d+\/\d+\.svg$/.test(url)));
    assert.deepEqual([...new Set(asked.map(({ referer }) => referer))], [site.url('/')]);
    const attribution = page.locator('.leaflet-control-attribution');
    assert.ok((await attribution.textContent())?.includes(source), 'the tiles are shown without their source');
    await page.setViewportSize({ width: 390, height: 844 });
    assert.equal(await attribution.isVisible(), true, 'a phone hides the source of the tiles');
    assert.deepEqual(browser.complaints, []);
  } finally {
    tiles.close();
    tiles.closeAllConnections();
  }
});
