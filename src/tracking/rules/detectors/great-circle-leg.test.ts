import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { distanceNm, type Place } from '../../../lib/geo.ts';
import { greatCircle } from '../../../lib/great-circle.ts';
import { chordOf, directionOf, legBetween, milesOf, offLeg } from './great-circle-leg.ts';

const place = fc.record({
  lat: fc.double({ min: -85, max: 85, noNaN: true }),
  lon: fc.double({ min: -180, max: 180, noNaN: true }),
});
const offNm = (from: Place, to: Place, at: Place) => milesOf(offLeg(legBetween(from, to), directionOf(at)));

test('a place is as far from a leg as from the nearest of its points', () => {
  fc.assert(
    fc.property(place, place, place, (from, to, at) => {
      const length = distanceNm(from, to);
      // Nearly opposite ends have many great circles.
      fc.pre(length > 1 && length < 10_000);
      const points = greatCircle(from, to, 400);
      const nearest = Math.min(...points.map((each) => distanceNm(each, at)));
      const off = offNm(from, to, at);
      assert.ok(off <= nearest + 0.01, `${off} nm, by points ${nearest} nm`);
      assert.ok(off >= nearest - length / 400, `${off} nm, by points ${nearest} nm`);
    }),
  );
});

test('beside the equator a degree is 60.04 nm; beyond an end the way to it counts; a leg without length is a place', () => {
  const [west, east] = [
    { lat: 0, lon: 0 },
    { lat: 0, lon: 10 },
  ];
  assert.ok(Math.abs(offNm(west, east, { lat: 1, lon: 5 }) - 60.04) < 0.01);
  assert.ok(Math.abs(offNm(west, east, { lat: 0, lon: 12 }) - 120.08) < 0.01);
  assert.ok(Math.abs(offNm(west, west, { lat: 2, lon: 0 }) - 120.08) < 0.01);
  assert.ok(offNm(west, east, { lat: 0, lon: 5 }) < 0.001);
  assert.ok(Math.abs(milesOf(chordOf(50)) - 50) < 1e-6);
});
