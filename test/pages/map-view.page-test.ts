// needs: chromium
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TestBrowser } from './browser.ts';
import { Site } from './site.ts';

/** Windows that are taller, wider and smaller than the world at low zooms. */
const windows = [
  { name: 'phone', width: 390, height: 844 },
  { name: 'laptop', width: 1440, height: 900 },
  { name: 'tall', width: 800, height: 1600 },
  { name: 'ultra-wide', width: 2560, height: 1080 },
] as const;

/** The largest distance in pixels between where we draw a place and where Leaflet has it, at rest and while zooming. */
const compare = `(async () => {
  const { coarse } = document.querySelector('#map').dataset;
  const { CanvasLayer, View } = await import(new URL('../canvas-layer.js', new URL(coarse, location)).href);
  const holder = document.createElement('div');
  holder.style.position = 'fixed';
  holder.style.inset = '0';
  document.body.append(holder);
  const places = [[0, 0], [47.45, 8.55], [-33.9, 151.2], [64.1, -21.9], [84, 120], [-85, -179], [85.05, 179]];
  let [still, zooming] = [0, 0];
  for (const zoom of [0, 1, 1.5, 2, 2.5, 3, 6.5]) {
    for (const center of [[25, 0], [70, 100], [-60, -170]]) {
      const map = L.map(holder, { center, zoom, minZoom: 0, zoomSnap: 0.5, fadeAnimation: false });
      const layer = new CanvasLayer(map, () => {});
      layer.redraw();
      const view = new View(map);
      for (const place of places) {
        const real = map.latLngToContainerPoint(place);
        still = Math.max(still, Math.abs(view.x(place[1]) - real.x), Math.abs(view.y(place[0]) - real.y));
        const target = { center: L.latLng(center[0] / 2, center[1]), zoom: zoom + 1 };
        layer.follow(target);
        const box = layer.canvas.getBoundingClientRect();
        const scale = box.width / parseFloat(layer.canvas.style.width);
        const pane = L.DomUtil.getPosition(map.getPanes().mapPane);
        const next = map._latLngToNewLayerPoint(L.latLng(place), target.zoom, target.center).add(pane);
        const [x, y] = [box.left + view.x(place[1]) * scale, box.top + view.y(place[0]) * scale];
        zooming = Math.max(zooming, Math.abs(x - next.x), Math.abs(y - next.y));
      }
      map.remove();
    }
  }
  return { still, zooming };
})()`;

test('every place is drawn where Leaflet has it, also where the world is smaller than the window', async () => {
  await using site = await Site.open();
  await using browser = await TestBrowser.open();
  for (const { name, ...viewport } of windows) {
    const page = await browser.page({ viewport });
    await page.goto(site.url());
    await page.locator('#count').waitFor();
    const { still, zooming } = (await page.evaluate(compare)) as { still: number; zooming: number };
    assert.ok(still <= 1, `${name}: ${still} px away`);
    assert.ok(zooming <= 3, `${name}, while zooming: ${zooming} px away`);
    await page.close();
  }
  assert.deepEqual(browser.complaints, []);
});
