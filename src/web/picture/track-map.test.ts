import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Place } from '../../lib/geo.ts';
import { distanceNm } from '../../lib/geo.ts';
import { greatCircle } from '../../lib/great-circle.ts';
import { clipTo } from './clip.ts';
import { frameAround, linePath, pixelOf } from './map-frame.ts';
import { groundOf } from './outlines.ts';

const box = { x: 400, y: 0, width: 800, height: 470 };
const places = {
  zurich: { lat: 47.46, lon: 8.55 },
  cancun: { lat: 21.04, lon: -86.88 },
  auckland: { lat: -37.01, lon: 174.79 },
  losAngeles: { lat: 33.94, lon: -118.41 },
  newYork: { lat: 40.64, lon: -73.78 },
  hongKong: { lat: 22.31, lon: 113.91 },
  capeTown: { lat: -33.97, lon: 18.6 },
  southPole: { lat: -90, lon: 0 },
};

test('a great circle keeps its ends, its length and its course, also across the antimeridian and a pole', () => {
  const { zurich, cancun, auckland, losAngeles, newYork, hongKong } = places;
  for (const [from, to] of [
    [zurich, cancun],
    [auckland, losAngeles],
    [losAngeles, auckland],
    [newYork, hongKong],
  ] as const) {
    const line = greatCircle(from, to, 64);
    assert.equal(line.length, 65);
    const length = line.slice(1).reduce((sum, place, index) => sum + distanceNm(line[index] ?? place, place), 0);
    assert.ok(Math.abs(length - distanceNm(from, to)) < 0.5, `${length}`);
    for (let index = 1; index < line.length; index++)
      assert.ok(Math.abs((line[index]?.lon ?? 0) - (line[index - 1]?.lon ?? 0)) < 180);
  }
  assert.deepEqual(greatCircle(zurich, zurich, 2), [zurich, zurich, zurich]);
});

test('every place is inside the map, with space around it, whatever the flight', () => {
  const { zurich, cancun, auckland, losAngeles, newYork, hongKong, capeTown, southPole } = places;
  const flights: readonly (readonly Place[])[] = [
    greatCircle(zurich, cancun, 64),
    greatCircle(auckland, losAngeles, 64),
    greatCircle(newYork, hongKong, 64),
    greatCircle(zurich, capeTown, 64),
    greatCircle(capeTown, southPole, 64),
    [zurich, zurich],
    [zurich],
    [],
  ];
  for (const flight of flights) {
    const frame = frameAround(flight, box);
    for (const place of flight) {
      const [x, y] = pixelOf(frame, place);
      assert.ok(x >= box.x + 55 && x <= box.x + box.width - 55, `x ${x}`);
      assert.ok(y >= box.y + 55 && y <= box.y + box.height - 55, `y ${y}`);
    }
    const { land, lakes, coasts, borders } = groundOf(frame);
    assert.doesNotMatch([land, lakes, coasts, borders, linePath(frame, flight)].join(), /NaN|Infinity|undefined/);
    for (const [, x, y] of land.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)) {
      assert.ok(Number(x) >= box.x - 10 && Number(x) <= box.x + box.width + 10, `land at x ${x}`);
      assert.ok(Number(y) >= box.y - 10 && Number(y) <= box.y + box.height + 10, `land at y ${y}`);
    }
  }
});

test('the map repeats where the track crosses the antimeridian: land on both sides', () => {
  const frame = frameAround(greatCircle(places.auckland, places.losAngeles, 64), box);
  const xs = [...groundOf(frame).land.matchAll(/[ML](-?[\d.]+) /g)].map(([, x]) => Number(x));
  assert.ok(xs.some((x) => x < box.x + 150) && xs.some((x) => x > box.x + box.width - 150));
});

test('an outline is cut at the edges of the map', () => {
  const bounds = { west: 0, east: 1, north: 0, south: 1 };
  const square = [
    [-1, 0.25],
    [0.5, 0.25],
    [0.5, 0.75],
    [-1, 0.75],
  ] as const;
  assert.deepEqual(clipTo(bounds, square).toSorted(), [
    [0, 0.25],
    [0, 0.75],
    [0.5, 0.25],
    [0.5, 0.75],
  ]);
  assert.deepEqual(
    clipTo(bounds, [
      [2, 2],
      [3, 2],
      [3, 3],
    ]),
    [],
  );
  const around = [
    [-1, -1],
    [2, -1],
    [2, 2],
    [-1, 2],
  ] as const;
  assert.deepEqual(clipTo(bounds, around).toSorted(), [
    [0, 0],
    [0, 1],
    [1, 0],
    [1, 1],
  ]);
});
