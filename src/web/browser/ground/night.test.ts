import assert from 'node:assert/strict';
import { test } from 'node:test';
import { darkness, darknessOf, sunAt } from './night.js';

const rad = Math.PI / 180;

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

test('it becomes dark through twilight without a step', () => {
  const cases = [
    [90, 0],
    [1, 0],
    [-16, 1],
    [-90, 1],
  ] as const;
  for (const [height, expected] of cases) assert.equal(darkness(Math.sin(height * rad)), expected, `${height}°`);
  let before = 0;
  for (let height = 2; height >= -18; height -= 0.05) {
    const now = darkness(Math.sin(height * rad));
    assert.ok(now >= before && now - before < 0.01, `${height}°: from ${before} to ${now}`);
    before = now;
  }
});

test('it is dark where the sun is low, on every copy of the world and beyond its edges', () => {
  const at = Date.UTC(2024, 5, 20, 12, 0);
  const frame = { scale: 512, left: -300, top: -40, width: 1_200, height: 600 };
  const { columns, rows, values } = darknessOf(frame, at);
  const sun = sunAt(at);
  assert.equal(values.length, columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [x, y] = [frame.left + (column - 0.5) * 8, frame.top + (row - 0.5) * 8];
      const lat = Math.atan(Math.sinh(Math.PI * (1 - 2 * Math.max(0, Math.min(1, y / frame.scale)))));
      const hour = ((x / frame.scale - 0.5) * 360 - sun.lon) * rad;
      const height = Math.sin(lat) * Math.sin(sun.lat * rad) + Math.cos(lat) * Math.cos(sun.lat * rad) * Math.cos(hour);
      const found = values[row * columns + column] ?? Number.NaN;
      assert.ok(Math.abs(found - darkness(height)) < 1e-4, `${column}, ${row}: ${found}`);
    }
  }
});
