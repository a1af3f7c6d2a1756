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

test('between two zoom levels land and sea are where they belong, on every turn of the world', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const page = await browser.page({ viewport: { width: 1440, height: 900 } });
  await page.goto(site.url());
  const wrong = await page.evaluate(`(async () => {
    const { coarse, fine } = document.querySelector('#map').dataset;
    const { addBasemap } = await import(new URL('../basemap.js', new URL(coarse, location)).href);
    const places = [[-8, -55, 'land'], [-24, 134, 'land'], [23, 8, 'land'], [64, 98, 'land'], [41, -101, 'land'],
      [3, -144, 'sea'], [33, -44, 'sea'], [-33, 84, 'sea'], [-47, 4, 'sea'], [73, 4, 'sea']];
    const holder = document.createElement('div');
    holder.style.position = 'fixed';
    holder.style.inset = '0';
    document.body.append(holder);
    const colors = getComputedStyle(document.documentElement);
    const painted = (color) => {
      const context = document.createElement('canvas').getContext('2d');
      context.fillStyle = color;
      context.fillRect(0, 0, 1, 1);
      return [...context.getImageData(0, 0, 1, 1).data];
    };
    const [land, sea] = ['--land', '--sea'].map((name) => painted(colors.getPropertyValue(name)));
    const away = (a, b) => Math.hypot(...a.map((each, index) => each - b[index]));
    const kindOf = (color) => (away(color, land) < away(color, sea) ? 'land' : 'sea');
    const wrong = [];
    let seen = 0;
    for (const zoom of [1.5, 2, 2.5, 3.5, 4.5]) {
      const map = L.map(holder, { center: [20, 10], zoom, zoomSnap: 0.5, fadeAnimation: false });
      addBasemap(map, { coarse, fine, tiles: '', tileAttribution: '' });
      // The outlines are drawn as soon as they are loaded.
      const isDrawn = () => [...holder.querySelectorAll('canvas.leaflet-tile')].some((tile) => {
        const { data } = tile.getContext('2d').getImageData(0, tile.height / 2, tile.width, 1);
        return Array.from({ length: tile.width }, (_, x) => [...data.slice(x * 4, x * 4 + 4)]).some((color) => away(color, land) === 0);
      });
      while (!isDrawn()) await new Promise((resolve) => setTimeout(resolve, 100));
      for (const [lat, lon, kind] of places) for (const turn of [-360, 0, 360]) {
        const { x, y } = map.latLngToContainerPoint([lat, lon + turn]);
        if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) continue;
        for (const tile of holder.querySelectorAll('canvas.leaflet-tile')) {
          const box = tile.getBoundingClientRect();
          if (x < box.left || y < box.top || x >= box.right || y >= box.bottom) continue;
          seen += 1;
          const [px, py] = [(x - box.left) / box.width * tile.width, (y - box.top) / box.height * tile.height];
          const shown = kindOf([...tile.getContext('2d').getImageData(px, py, 1, 1).data]);
          if (shown !== kind) wrong.push([zoom, lat, lon + turn, 'is', shown].join(' '));
        }
      }
      map.remove();
    }
    return seen < 40 ? ['only ' + seen + ' places in view'] : wrong;
  })()`);
  assert.deepEqual(wrong, []);
  assert.deepEqual(browser.complaints, []);
});
