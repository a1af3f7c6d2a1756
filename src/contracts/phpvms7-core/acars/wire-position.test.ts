import assert from 'node:assert/strict';
import { test } from 'node:test';
import { repeatIdOf, toPosition } from './wire-position.ts';

const now = Date.UTC(2024, 3, 6, 10);

for (const [sent, stored] of [
  [0, 0],
  [90, 90],
  [-10, 350],
  [-90, 270],
  [-180, 180],
  [370, 10],
  [725, null],
  ['-10', 350],
] as const)
  test(`a heading of ${JSON.stringify(sent)} is ${stored}`, () => {
    assert.equal(toPosition({ lat: 47, lon: 8, heading: sent }, now, null).headingDeg, stored);
  });

test('an altitude without its kind is above the sea, and what is not said is unknown', () => {
  const of = (wire: object) => {
    const { altitudeMslFt, altitudeAglFt } = toPosition({ lat: 47, lon: 8, ...wire }, now, null);
    return [altitudeMslFt, altitudeAglFt];
  };
  assert.deepEqual(of({ altitude: 3_000 }), [3_000, null]);
  assert.deepEqual(of({ altitude: 3_000, altitude_msl: 3_100, altitude_agl: 900 }), [3_100, 900]);
  assert.deepEqual(of({ altitude_agl: 900 }), [null, 900]);
});

test('a point without an id is known again in whatever order its members come, and whatever else is sent with it', () => {
  const point = { lat: 47, lon: 8, altitude: 3_000, sim_time: '2024-04-06T09:59:00Z' };
  const known = repeatIdOf(point);
  assert.ok(known !== null);
  assert.equal(repeatIdOf(Object.fromEntries(Object.entries(point).toReversed())), known);
  assert.equal(repeatIdOf({ extra: 1, ...point }), known);
  assert.notEqual(repeatIdOf({ ...point, altitude: 3_001 }), known);
});
