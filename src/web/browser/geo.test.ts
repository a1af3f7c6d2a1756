import assert from 'node:assert/strict';
import { test } from 'node:test';

interface Place {
  readonly lat: number;
  readonly lon: number;
}
interface Geo {
  greatCircle(from: Place, to: Place): readonly Place[];
  travel(from: Place, course: number, nm: number): Place;
  courseDeg(from: Place, to: Place): number;
  distanceNm(from: Place, to: Place): number;
  mercator(place: Place): readonly [x: number, y: number];
}
interface Lines {
  unwrap(points: readonly Place[]): readonly Place[];
}

// As the pages have them: plain JavaScript, of no type to this side.
const load = async (file: string): Promise<unknown> => import(new URL(file, import.meta.url).href);
const { greatCircle, travel, courseDeg, distanceNm, mercator } = (await load('./geo.js')) as Geo;
const { unwrap } = (await load('./draw-lines.js')) as Lines;

/** The widest step of a line in longitude: one that crosses the map shows as nearly 360. */
const widest = (line: readonly Place[]) =>
  Math.max(...line.slice(1).map(({ lon }, index) => Math.abs(lon - (line[index]?.lon ?? lon))));

test('a track across the antimeridian, there and back, never crosses the map', () => {
  const lons = [178, 179.5, -179.5, -178, -179.9, 179.9, 179, 180, -180, -179];
  const line = unwrap(lons.map((lon) => ({ lat: 60, lon })));
  assert.ok(widest(line) <= 2);
  line.forEach(({ lon }, index) => {
    const turns = (lon - (lons[index] ?? 0)) / 360;
    assert.equal(turns, Math.round(turns), 'the same place, some turns on');
  });
});

test('a planned route takes the short way, across the antimeridian and beside a pole', () => {
  const [auckland, honolulu] = [
    { lat: -37, lon: 174.8 },
    { lat: 21.3, lon: -157.9 },
  ];
  assert.ok(widest(greatCircle(auckland, honolulu)) < 2);
  const [helsinki, anchorage] = [
    { lat: 60.3, lon: 25 },
    { lat: 61.2, lon: -150 },
  ];
  const polar = greatCircle(helsinki, anchorage);
  assert.ok(widest(polar) < 180);
  assert.ok(Math.max(...polar.map(({ lat }) => lat)) > 85);
});

test('who goes on for so many miles on a course is so far away, wherever', () => {
  for (const from of [
    { lat: 0, lon: 0 },
    { lat: 60, lon: 179.99 },
    { lat: -33, lon: -180 },
    { lat: 89, lon: 10 },
  ]) {
    for (const course of [0, 45, 90, 200, 359]) {
      const there = travel(from, course, 120);
      assert.ok(Math.abs(distanceNm(from, there) - 120) < 1e-6);
      assert.ok(there.lon >= -180 && there.lon <= 180);
      const turn = Math.abs(courseDeg(from, there) - course);
      assert.ok(Math.min(turn, 360 - turn) < 1e-6);
    }
  }
});

test('a pole is drawn at the edge of the map, not at infinity', () => {
  for (const lat of [90, -90]) {
    const [x, y] = mercator({ lat, lon: 180 });
    assert.equal(x, 1);
    assert.ok(Math.abs(y - (lat > 0 ? 0 : 1)) < 1e-9);
  }
});
