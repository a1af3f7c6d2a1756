import assert from 'node:assert/strict';

/** Windows that are taller, wider and smaller than the world at low zooms. */
export const windows = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1366, height: 768 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
  { width: 2560, height: 1080 },
  { width: 3440, height: 1440 },
  { width: 1080, height: 1920 },
] as const;

/** What `compare` returns. */
export type Compared = Readonly<Record<'still' | 'zooming' | 'moving' | 'copies' | 'compared', number>>;

/** The largest distance in pixels between where we draw a place and where Leaflet has it, at rest, while it is moved and while zooming. */
export const compare = `(async () => {
  const modules = (name) => import(new URL('../' + name, document.querySelector('script[type=module]').src).href);
  const [{ CanvasLayer, View }, { createWorldMap }] = await Promise.all(['canvas-layer.js', 'world-map.js'].map(modules));
  const holder = document.createElement('div');
  holder.style.position = 'fixed';
  holder.style.inset = '0';
  document.body.append(holder);
  const places = [[0, 0], [47.45, 8.55], [-33.9, 151.2], [64.1, -21.9], [84, 120], [-85, -179], [85.05, 179], [52, 179.99], [52, -179.99]];
  let [still, zooming, moving, copies, compared] = [0, 0, 0, 0, 0];
  for (const zoom of [0, 2.5, 4, 6.37]) {
    for (const center of [[25, 0], [70, 100], [-60, -170], [0, 180]]) {
      const map = createWorldMap(holder, { center, zoom, maxZoom: 13 });
      const measure = () => {
        const view = new View(map);
        return Math.max(...places.map(([lat, lon]) => {
          const real = map.latLngToContainerPoint([lat, lon]);
          compared += 1;
          return Math.max(Math.abs(view.x(lon) - real.x), Math.abs(view.y(lat) - real.y));
        }));
      };
      still = Math.max(still, measure());
      // Every place is in view once at most, but for those at the very edge.
      const view = new View(map);
      const inside = (lon) => view.copies.filter((copy) => view.x(lon + copy) >= 1 && view.x(lon + copy) < view.width - 1).length;
      copies = Math.max(copies, ...places.map(([, lon]) => inside(lon)));
      // One of the places is enough for that.
      const seen = center[0] !== 70 ? Promise.resolve(2) : new Promise((resolve) => {
        let frames = 0;
        map.on('move', () => { zooming = Math.max(zooming, measure()); frames += 1; });
        map.on('zoomend', () => resolve(frames));
      });
      if (center[0] === 70) map.setZoomAround(L.point(holder.clientWidth * 0.7, holder.clientHeight * 0.3), map.getZoom() + 1.3);
      if (await seen < 2) return { still, zooming: NaN, moving, copies, compared };
      if (center[0] === -60) {
        let frames = 0;
        const moved = new Promise((resolve) => map.once('moveend', resolve));
        map.on('move', () => { moving = Math.max(moving, measure()); frames += 1; });
        map.panBy([90, -70], { animate: true, duration: 0.2 });
        await moved;
        if (frames < 1) return { still, zooming, moving: NaN, copies, compared };
      }
      map.remove();
      holder.replaceChildren();
    }
  }
  holder.remove();
  return { still, zooming, moving, copies, compared };
})()`;

/** Fails unless every place was drawn where the map has it, once. */
export function assertSame(found: Compared, name: string): void {
  assert.ok(found.compared > 200, `${name}: ${JSON.stringify(found)}`);
  assert.ok(found.still <= 1, `${name}: ${found.still} px away`);
  assert.ok(found.zooming <= 1, `${name}, while zooming: ${found.zooming} px away`);
  assert.ok(found.moving <= 1, `${name}, while moving: ${found.moving} px away`);
  assert.equal(found.copies, 1, `${name}: a place is in view ${found.copies} times`);
}
