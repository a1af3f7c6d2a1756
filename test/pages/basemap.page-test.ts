// needs: chromium
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { desktop, TestBrowser } from './browser.ts';
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
