import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawPlaces, type MappedPlace } from './place-map.ts';

const zurich: MappedPlace = { icao: 'LSZH', lat: 47.46, lon: 8.55, count: 16 };
const frankfurt: MappedPlace = { icao: 'EDDF', lat: 50.03, lon: 8.56, count: 4 };
const tokyo: MappedPlace = { icao: 'RJTT', lat: 35.55, lon: 139.78, count: 1 };
const seattle: MappedPlace = { icao: 'KSEA', lat: 47.45, lon: -122.31, count: 1 };

test('each airport is a dot where it is, the more visits the larger, with land below and its code beside it', () => {
  const map = drawPlaces([tokyo, zurich, frankfurt], null);
  assert.ok(map);
  assert.deepEqual(
    map.dots.map(({ place, r, label }) => [place.icao, r, label !== null]),
    [
      ['LSZH', 10, true],
      ['EDDF', 7, map.dots[1]?.label != null],
      ['RJTT', 5.5, true],
    ],
  );
  const [swiss, german, japanese] = map.dots;
  assert.ok(swiss && german && japanese && german.y < swiss.y && japanese.x > swiss.x + 200);
  assert.match(map.land, /^M[\d.-]+ [\d.-]+L/);
  assert.deepEqual([map.ways, map.here], ['', null]);
  assert.equal(drawPlaces([], null), null);
});

test('where there are many airports, each dot is smaller', () => {
  const many = Array.from({ length: 120 }, (_, index): MappedPlace => {
    return { icao: `A${index}`, lat: index / 2, lon: index, count: 1 };
  });
  assert.deepEqual(new Set(drawPlaces(many, null)?.dots.map(({ r }) => r)), new Set([5]));
});

test('a single airport has ground around it, and is in the middle', () => {
  const [dot] = drawPlaces([zurich], null)?.dots ?? [];
  assert.deepEqual([dot?.x, dot?.r], [240, 10]);
  assert.ok(Math.abs((dot?.y ?? 0) - 160) < 10);
});

test('ways lead from the middle the shorter way around the world', () => {
  const map = drawPlaces([seattle], { icao: 'RJTT', lat: tokyo.lat, lon: tokyo.lon });
  assert.ok(map?.here && map.dots[0]);
  assert.ok(map.dots[0].x > map.here.x, 'over the Pacific, to the east');
  assert.match(map.ways, new RegExp(`^M${map.here.x.toFixed(1)} ${map.here.y.toFixed(1)}L`));
});

test('a code that would cover another one is left out', () => {
  const beside = Array.from({ length: 30 }, (_, index): MappedPlace => {
    return { icao: `ED${String(index).padStart(2, '0')}`, lat: 50 + index / 1_000, lon: 8, count: 1 };
  });
  const labels = (drawPlaces([...beside, tokyo], null)?.dots ?? []).flatMap(({ place, label }) => label && place.icao);
  assert.ok(labels.includes('RJTT'));
  assert.ok(labels.filter((icao) => icao !== null).length <= 3);
});
