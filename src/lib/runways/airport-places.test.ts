import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeOfAirport } from './airport-places.ts';

for (const [code, lat, lon] of [
  ['LSZH', 47.46, 8.55],
  ['KJFK', 40.64, -73.78],
  ['JFK', 40.64, -73.78],
] as const)
  test(`${code} is found`, () => {
    const place = placeOfAirport(code);
    assert.ok(place !== null && Math.abs(place.lat - lat) < 0.05 && Math.abs(place.lon - lon) < 0.05);
  });

test('what is no airport has no place', () => {
  for (const code of ['', 'EDGG', 'LON', '__proto__']) assert.equal(placeOfAirport(code), null, code);
});
