import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Position } from './model.ts';
import { NewestPosition } from './newest-position.ts';

const full: Position = {
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
};
const bare: Position = {
  ...full,
  seq: null,
  isDated: false,
  headingDeg: null,
  altitudeMslFt: null,
  altitudeAglFt: null,
  groundSpeedKt: null,
  indicatedAirspeedKt: null,
  verticalSpeedFpm: null,
  fuelLb: null,
  fuelFlowLbPerHour: null,
  phase: null,
  distanceNm: null,
  transponder: null,
  autopilot: null,
  onGround: null,
  simTime: null,
};

for (const [name, position] of Object.entries({ full, bare })) {
  test(`reads what was put, every member of it: ${name}`, () => {
    const newest = new NewestPosition();
    newest.put(name === 'full' ? bare : full);
    newest.put(position);
    assert.deepEqual(newest.read(), position);
  });
}

test('what was read stays as it was', () => {
  const newest = new NewestPosition();
  newest.put(full);
  const read = newest.read();
  newest.put(bare);
  assert.deepEqual(read, full);
});
