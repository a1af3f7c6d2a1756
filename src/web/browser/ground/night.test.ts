import assert from 'node:assert/strict';
import { test } from 'node:test';
import { darkBetween, sunAt } from './night.js';

test('the sun stands where almanacs have it', () => {
  // Equinoxes, solstices and the day of the year on which sundials are latest.
  const cases = [
    [Date.UTC(2024, 2, 20, 3, 6), 0, 135.4],
    [Date.UTC(2024, 5, 20, 12, 0), 23.44, 0.45],
    [Date.UTC(2024, 11, 21, 12, 0), -23.44, -0.45],
    [Date.UTC(2025, 8, 22, 18, 19), 0, -96.6],
    [Date.UTC(2025, 1, 11, 12, 0), -13.9, 3.55],
  ] as const;
  for (const [at, lat, lon] of cases) {
    const sun = sunAt(at);
    assert.ok(
      Math.abs(sun.lat - lat) < 0.1 && Math.abs(sun.lon - lon) < 0.15,
      `${new Date(at).toISOString()}: ${sun.lat}, ${sun.lon}`,
    );
  }
});

test('it is dark exactly where the sun is low', () => {
  const rad = Math.PI / 180;
  for (const lat of [-23.4, -5, 0.1, 12, 23.4]) {
    const sun = { lat, lon: 40 };
    for (let lon = -180; lon <= 180; lon += 7.5) {
      for (const depth of [-0.83, -6, -12, -18]) {
        const [north, south] = darkBetween(sun, lon, depth);
        for (let place = -89; place <= 89; place += 1) {
          const height = Math.asin(
            Math.sin(place * rad) * Math.sin(sun.lat * rad) +
              Math.cos(place * rad) * Math.cos(sun.lat * rad) * Math.cos((lon - sun.lon) * rad),
          );
          const isDark = height / rad < depth;
          const isNearEdge = Math.abs(height / rad - depth) < 0.01;
          assert.ok(isNearEdge || isDark === (place > south && place < north), `sun ${lat}, ${place} ${lon}, ${depth}`);
        }
      }
    }
  }
});
