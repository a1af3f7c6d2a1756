// needs: chromium
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { assertAccessible } from './accessibility.ts';
import { desktop, TestBrowser } from './browser.ts';
import { drawn, until } from './canvas.ts';
import { flyFleet } from './made-fleet.ts';
import { Site } from './site.ts';

test('the names of countries stand where the countries are', async () => {
  const { countries } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../src/web/browser/ground/places.json'), 'utf8'),
  ) as { countries: readonly (readonly [code: string, name: string, lat: number, lon: number])[] };
  const expected: readonly (readonly [code: string, south: number, north: number, west: number, east: number])[] = [
    ['AQ', -86, -72, -180, 180],
    ['BR', -25, 0, -65, -42],
    ['RU', 55, 72, 60, 130],
    ['FJ', -19, -16, 177, 180],
    ['NZ', -47, -40, 168, 177],
    ['CH', 46, 47.5, 6.5, 9.5],
    ['FR', 45, 49, 0, 5],
    ['US', 35, 45, -110, -90],
  ];
  for (const [code, south, north, west, east] of expected) {
    const [, , lat = 0, lon = 0] = countries.find((country) => country[0] === code) ?? [];
    assert.ok(lat > south && lat < north && lon > west && lon < east, `${code} at ${lat}, ${lon}`);
  }
});

test('the ground comes although the connection failed at first', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const page = await browser.page(desktop);
  const failed = new Set<string>();
  const answered = new Set<string>();
  await page.context().route(/\/(world-\w+|places)\.json/, (route) => {
    const { pathname } = new URL(route.request().url());
    if (failed.has(pathname)) return route.continue();
    failed.add(pathname);
    return route.abort();
  });
  page.on('response', (response) => {
    const name = /[\w-]+\.json$/.exec(new URL(response.url()).pathname)?.[0];
    if (response.ok() && name !== undefined) answered.add(name);
  });
  await page.goto(site.url());
  await until('all of it is loaded', async () =>
    ['world-coarse.json', 'places.json'].every((name) => answered.has(name)),
  );
});

test('the menu of how the map looks can be used beside the card of a flight', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  const page = await browser.page({ viewport: { width: 1366, height: 768 } });
  await page.goto(`${site.url()}?flight=unknown`);
  await page.locator('#card').waitFor();
  await page.getByTitle('Map view').click();
  const card = await page.locator('#card').boundingBox();
  const menu = await page.locator('.look .sheet').boundingBox();
  assert.ok(
    card !== null && menu !== null && menu.x + menu.width <= card.x,
    `the menu is at ${menu?.x}, the card at ${card?.x}`,
  );
  assert.deepEqual(browser.complaints, []);
});

test('a visitor chooses among the maps that are set, the choice stays, and nothing is loaded from a map that is not chosen', async () => {
  const asked: string[] = [];
  const tiles = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(200, { 'content-type': 'image/svg+xml' });
    response.end('<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><path d="M0 0h256v256H0z"/></svg>');
  }).listen(0, '127.0.0.1');
  try {
    await once(tiles, 'listening');
    const { port } = tiles.address() as AddressInfo;
    const address = (name: string) => `http://127.0.0.1:${port}/${name}/{z}/{x}/{y}.svg`;
    await using site = await Site.open({
      TRACKER_MAP_SOURCES: `Satellite | ${address('sat')} | © <i>Far</i> above; Streets & <b>more</b> | ${address('streets')} | `,
    });
    await using browser = await TestBrowser.open();
    const page = await browser.page(desktop);
    await page.goto(site.url());
    await page.locator('.ground[data-zoom]').waitFor({ state: 'attached' });
    assert.equal(asked.length, 0);
    await page.getByTitle('Map view').click();
    const maps = page.locator('.look select').first();
    assert.deepEqual(await maps.locator('option').allTextContents(), [
      'Included map',
      'Satellite',
      'Streets & <b>more</b>',
    ]);
    await assertAccessible(page, 'menu of the map');
    await maps.selectOption('Satellite');
    const shown = page.locator(`img.leaflet-tile-loaded[src^="http://127.0.0.1:${port}/sat/"]`);
    await until('tiles are shown', async () => (await shown.count()) >= 4);
    assert.match((await page.locator('.leaflet-control-attribution').textContent()) ?? '', /© <i>Far<\/i> above/);
    await page.reload();
    await until('the choice stays', async () => (await shown.count()) >= 4);
    assert.ok(asked.every((url) => url.startsWith('/sat/')));
    await page.getByTitle('Map view').click();
    await maps.selectOption('');
    await until('the included map is back', async () => (await page.locator('img.leaflet-tile').count()) === 0);
    assert.match((await page.locator('.leaflet-control-attribution').textContent()) ?? '', /Natural Earth/);
    assert.deepEqual(browser.complaints, []);
  } finally {
    tiles.close();
    tiles.closeAllConnections();
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

/** Reads the drawn ground at places of the world: land, sea or lake, as far as they are in view. */
const readGround = `(async (places) => {
  const ground = document.querySelector('.ground');
  const settled = async () => {
    for (let before = ''; ; ) {
      await new Promise((resolve) => setTimeout(resolve, 400));
      const now = ground.style.transform + ground.dataset.zoom;
      if (now === before && ground.style.transform.endsWith('scale(1)')) return;
      before = now;
    }
  };
  await settled();
  const copy = document.createElement('canvas');
  [copy.width, copy.height] = [ground.width, ground.height];
  const context = copy.getContext('2d', { willReadFrequently: true });
  context.drawImage(ground, 0, 0);
  const box = ground.getBoundingClientRect();
  const [zoom, scale] = [Number(ground.dataset.zoom), 256 * 2 ** Number(ground.dataset.zoom)];
  const colors = getComputedStyle(document.documentElement);
  // Water is bluer than land, however deep it is and however the land is shaded.
  const bluer = ([red, , blue]) => blue - red;
  const painted = (name) => {
    const one = document.createElement('canvas').getContext('2d');
    one.fillStyle = colors.getPropertyValue(name);
    one.fillRect(0, 0, 1, 1);
    return bluer(one.getImageData(0, 0, 1, 1).data);
  };
  const between = (painted('--land') + painted('--sea-shallow')) / 2;
  const left = Number(ground.dataset.left);
  const top = Number(ground.dataset.top);
  const seen = [];
  for (const [lat, lon, kind] of places) for (let turn = -2; turn <= 2; turn++) {
    const x = (lon / 360 + 0.5 + turn) * scale - left;
    const y = (0.5 - Math.log(Math.tan(Math.PI / 4 + lat * Math.PI / 360)) / (2 * Math.PI)) * scale - top;
    if (x + box.left < 0 || y + box.top < 0 || x + box.left >= innerWidth || y + box.top >= innerHeight) continue;
    const color = [...context.getImageData(Math.floor(x * copy.width / box.width), Math.floor(y * copy.height / box.height), 1, 1).data];
    seen.push([zoom.toFixed(2), lat, lon, turn, kind, bluer(color) < between ? 'land' : 'sea']);
  }
  return seen;
})`;

const places = [
  ...[
    [-8, -55],
    [-24, 134],
    [23, 8],
    [68, 112],
    [45, -108],
    [68, 179],
    [66.5, -179],
    [-78, 0],
    [-80, 120],
  ].map((place) => [...place, 'land']),
  ...[
    [3, -144],
    [33, -44],
    [-33, 84],
    [-47, 4],
    [73, 4],
    [20, 179.9],
    [20, -179.9],
    [47.5, -87],
    [84, 0],
  ].map((place) => [...place, 'sea']),
];

test('land and sea are where they belong, at every size of the window and between two levels of zoom', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
    { width: 2560, height: 1080 },
  ]) {
    const page = await browser.page({ viewport });
    await page.addInitScript(`localStorage.setItem('map-look', '{"isNight":false}')`);
    const outlines = page.waitForResponse(/world-coarse/);
    await page.goto(site.url());
    await (await outlines).finished();
    await page.locator('.ground[data-zoom]').waitFor({ state: 'attached' });
    let seen: readonly unknown[][] = [];
    for (const wheel of [-70, -70, -140, 105]) {
      await page.mouse.move(viewport.width * 0.7, viewport.height * 0.6);
      await page.mouse.wheel(0, wheel);
      const found = (await page.evaluate(`${readGround}(${JSON.stringify(places)})`)) as unknown[][];
      seen = [...seen, ...found];
    }
    assert.ok(new Set(seen.map(([zoom]) => zoom)).size >= 3, 'the wheel did not zoom');
    assert.ok(seen.length >= 10, `only ${seen.length} places in view`);
    assert.deepEqual(
      seen.filter(([, , , , kind, drawn]) => kind !== drawn),
      [],
      `${viewport.width} px`,
    );
    await page.close();
  }
  assert.deepEqual(browser.complaints, []);
});

/** Colours of the drawn ground at places, red, green and blue. */
const colorsAt = `((places) => {
  const ground = document.querySelector('.ground');
  const copy = document.createElement('canvas');
  [copy.width, copy.height] = [ground.width, ground.height];
  const context = copy.getContext('2d', { willReadFrequently: true });
  context.drawImage(ground, 0, 0);
  const { zoom, left, top } = ground.dataset;
  const scale = 256 * 2 ** Number(zoom);
  return places.map(([lat, lon]) => {
    const x = (lon / 360 + 0.5) * scale - Number(left);
    const y = (0.5 - Math.log(Math.tan(Math.PI / 4 + lat * Math.PI / 360)) / (2 * Math.PI)) * scale - Number(top);
    return [...context.getImageData(Math.floor(x), Math.floor(y), 1, 1).data.slice(0, 3)];
  });
})`;

test('relief, depths and lights come after the first aircraft, and are drawn', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  flyFleet(site, 3, (index) => ({ position: { lat: 45, lon: index * 8 - 20 } }));
  const page = await browser.page(desktop);
  await page.addInitScript(`localStorage.setItem('map-look', '{"isNight":false}')`);
  const asked = new Map<string, number>();
  const received = new Map<string, string>();
  page.on('request', (request) => {
    const name = /[\w-]+\.webp$/.exec(new URL(request.url()).pathname)?.[0];
    if (name !== undefined) asked.set(name, Date.now());
  });
  page.on('response', (response) => {
    const name = /[\w-]+\.webp$/.exec(new URL(response.url()).pathname)?.[0];
    if (name !== undefined) received.set(name, `${response.status()} ${response.headers()['content-type']}`);
  });
  await page.goto(site.url());
  const named = ['relief', 'sea-', 'lights-'];
  await until('the pictures are loaded', async () =>
    named.every((name) => [...received.keys()].some((file) => file.startsWith(name))),
  );
  assert.deepEqual([...new Set(received.values())], ['200 image/webp']);
  const first = Number(
    await page.evaluate(`performance.timeOrigin + performance.getEntriesByName('first-aircraft')[0].startTime`),
  );
  for (const [name, at] of asked)
    assert.ok(at > first - 20, `${name} ${Math.round(first - at)} ms before the first aircraft`);
  // The shelf of the North Sea, the basin beside the Atlantic ridge.
  await until('the sea has depths', async () => {
    const [shelf = [], basin = []] = (await page.evaluate(`${colorsAt}([[55.5, 3], [33, -14]])`)) as number[][];
    return (shelf[0] ?? 0) > (basin[0] ?? 0) + 15;
  });
  assert.deepEqual(browser.complaints, []);
});

test('the world fills every window and begins where the flights are', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  flyFleet(site, 40, (index) => ({ position: { lat: -30 - (index % 8), lon: 140 + index } }));
  const shapes = [
    [390, 844],
    [844, 390],
    [820, 1180],
    [1080, 1920],
    [1366, 768],
    [1440, 900],
    [1920, 1080],
    [3440, 1440],
  ] as const;
  for (const [width, height] of shapes) {
    const page = await browser.page({ viewport: { width, height } });
    await page.addInitScript(`(() => {
      window.groundWidths = [];
      const look = () => {
        const width = document.querySelector('.ground[data-zoom]')?.width;
        if (width !== undefined && width !== groundWidths.at(-1)) groundWidths.push(width);
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    })()`);
    await page.goto(site.url());
    const name = `${width}×${height}`;
    await until(`${name}: aircraft are drawn`, async () => (await drawn(page)) !== 'empty');
    const widths = async () => (await page.evaluate('groundWidths')) as number[];
    await until(`${name}: the ground is drawn`, async () => (await widths()).length > 0);
    assert.equal((await widths())[0], width, `${name}: more than the window was drawn at first`);
    if (width === 1_366)
      await until(`${name}: what is beyond it follows`, async () => ((await widths()).at(-1) ?? 0) > width);
    await page.mouse.move(width * 0.8, height * 0.3);
    let before = '';
    await until(`${name}: zoomed out`, async () => {
      await page.mouse.wheel(0, 600);
      const [last, now] = [before, await page.evaluate(`document.querySelector('.ground').dataset.zoom`)];
      before = String(now);
      return last === before && before !== 'undefined';
    });
    const world = 256 * 2 ** Number(before);
    assert.ok(world >= Math.max(width, height) - 1, `${name}: the world is ${Math.round(world)} px wide`);
    assert.ok(world < Math.max(width, height) * 1.5, `${name}: it could not be zoomed out to the world`);
    await page.close();
  }
  assert.deepEqual(browser.complaints, []);
});
