import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layOut } from '../map/crowds/layout.js';
import { Room } from '../map/room.js';
import { takeTrack } from './names.js';

const size = { width: 1_000, height: 600 };
const view = {
  copies: [0],
  x: (lon: number) => lon,
  y: (lat: number) => lat,
  holds: (x: number, y: number, margin: number) =>
    x > -margin && y > -margin && x < size.width + margin && y < size.height + margin,
};
/** From its departure to its arrival, reported twice: what lies between counts too. */
const [departure, arrival] = [
  { lon: 100, lat: 300 },
  { lon: 900, lat: 300 },
];

test('names stand beside the way of a flight, those of its airports beside them, and none on another', () => {
  const [labels, symbols] = [new Room(size), new Room(size)];
  takeTrack(symbols, view, [departure, arrival]);
  const label = { width: 60, height: 16 };
  const airports = [departure, arrival].map(({ lon, lat }, index) => {
    return { key: `airport ${index}`, x: lon, y: lat, ...label, gap: 17, order: 0, isForced: true };
  });
  const cities = Array.from({ length: 60 }, (_, index) => {
    const [x, y] = [50 + 15 * index, 270 + (index % 7) * 10];
    return { key: `city ${index}`, x, y, ...label, gap: 2, order: 1 };
  });
  const country = { key: 'country', x: 500, y: 300, ...label, gap: 0, order: 1, isCentred: true };
  const wanted = [...cities, country, ...airports];
  const placed = layOut({ labels, symbols }, wanted, new Map());
  const boxes = wanted.flatMap(({ key, x, y }) => {
    const place = placed.get(key);
    return place === undefined ? [] : [{ key, left: x + place.dx, top: y + place.dy }];
  });
  assert.ok(boxes.length > 10);
  assert.equal(placed.has('country'), false, 'the flight passes where it would stand');
  for (const { key, left, top } of boxes) {
    const isOnWay = left < arrival.lon && left + label.width > departure.lon && top < 308 && top + label.height > 292;
    assert.equal(isOnWay, false, key);
    const others = boxes.filter((each) => each.key !== key);
    const hits = others.filter((each) => Math.abs(each.left - left) < 60 && Math.abs(each.top - top) < 16);
    assert.deepEqual(hits, [], key);
  }
});
