import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Position } from '../model.ts';
import { completePosition } from '../position/position.ts';
import { NewestPosition } from './newest-position.ts';

const full: Position = completePosition({
  seq: 12,
  recordedAt: 1_700_000_000_123,
  isDated: true,
  receivedAt: 1_700_000_000_456,
  lat: 47.458215,
  lon: -8.555476,
  headingDeg: 267.5,
  altitudeMslFt: 36_012,
  altitudeAglFt: 0,
  groundSpeedKt: 452.4,
  indicatedAirspeedKt: 268,
  verticalSpeedFpm: -64,
  fuelLb: 38_211.2,
  fuelFlowLbPerHour: 5120,
  phase: 'cruise',
  distanceNm: 1204.5,
  transponder: '2200',
  autopilot: 'AP1',
  onGround: false,
  simTime: '14:05:33',
  outsideTemperatureC: -56.5,
  windDirectionDeg: 281,
  windSpeedKt: 44,
  gForce: 1.02,
  pitchDeg: 2.4,
  bankDeg: -0.3,
  simRate: 4,
  isPaused: false,
  isSlewing: true,
});
const { recordedAt, receivedAt, lat, lon } = full;
const bare = completePosition({ recordedAt, receivedAt, lat, lon, isDated: false });

for (const [name, position] of Object.entries({ full, bare })) {
  test(`reads every member that was stored: ${name}`, () => {
    const newest = new NewestPosition();
    newest.put(name === 'full' ? bare : full);
    newest.put(position);
    assert.deepEqual(newest.read(), position);
  });
}

test('a position that was read does not change', () => {
  const newest = new NewestPosition();
  newest.put(full);
  const read = newest.read();
  newest.put(bare);
  assert.deepEqual(read, full);
});
