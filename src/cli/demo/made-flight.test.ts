import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distanceNm } from '../../lib/geo.ts';
import { watch } from '../flying/watch.ts';
import { makeFlight } from './made-flight.ts';

const zurich = { icao: 'LSZH', lat: 47.458, lon: 8.548 };
const cancun = { icao: 'MMUN', lat: 21.0365, lon: -86.8771 };
const frankfurt = { icao: 'EDDF', lat: 50.0333, lon: 8.5706 };

for (const [name, departure, arrival, cruiseFt, cruiseKt, stepS] of [
  ['a short one', frankfurt, zurich, 17_000, 300, 40],
  ['a long one', cancun, zurich, 36_000, 470, 240],
] as const) {
  test(`a made flight can be flown: ${name}`, () => {
    const flight = { number: 1, aircraft: 'A320', departure, arrival, cruiseFt, cruiseKt, burnLbPerHour: 5000, stepS };
    const { samples } = makeFlight(flight);
    assert.deepEqual(
      watch(samples).map(({ kind }) => kind),
      ['block-off', 'takeoff', 'landing', 'block-on'],
    );
    const [first, last] = [samples[0], samples.at(-1)];
    assert.ok(first !== undefined && last !== undefined);
    assert.ok(distanceNm(first, departure) < 0.1 && distanceNm(last, arrival) < 0.1);
    samples.slice(1).forEach((sample, index) => {
      const before = samples[index];
      assert.ok(before !== undefined && sample.t > before.t);
      assert.ok((sample.fuelLb ?? 0) <= (before.fuelLb ?? 0) && (sample.fuelLb ?? 0) > 0);
      const knots = distanceNm(before, sample) / ((sample.t - before.t) / 3_600_000);
      assert.ok(knots <= cruiseKt * 1.05, `${knots} kt`);
    });
    assert.equal(Math.max(...samples.map(({ altitudeMslFt }) => altitudeMslFt ?? 0)), cruiseFt);
    assert.equal(samples.findLast(({ onGround }) => onGround === false)?.verticalSpeedFpm, -170);
    assert.deepEqual(makeFlight(flight).samples, samples);
  });
}
