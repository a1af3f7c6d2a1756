import assert from 'node:assert/strict';
import { test } from 'node:test';
import { position } from '../../../test/flown.ts';
import { sampleFlight } from '../../../test/journal/suite/samples.ts';
import { LiveFlight } from '../flight/live-flight.ts';
import type { Airport, Position } from '../model.ts';

const startedAt = Date.UTC(2024, 3, 6, 10);
const cancun: Airport = { icao: 'MMUN', name: null, lat: 21.0365, lon: -86.8771 };

/** A flight that took off at 47.45 8.55, and then reports this. */
function reporting(change: Partial<Position>, arrival = cancun): LiveFlight {
  const sample = sampleFlight(1, { startedAt });
  const flight = { ...sample, plan: { ...sample.plan, arrival } };
  const live = new LiveFlight({ flight, delivered: 0, sealed: null }, { hasSealedReport: () => false });
  const air = { groundSpeedKt: 140, verticalSpeedFpm: -700, onGround: false };
  const all: readonly Partial<Position>[] = [
    { onGround: true, groundSpeedKt: 0 },
    { onGround: true, groundSpeedKt: 120 },
    { ...air, verticalSpeedFpm: 1_500, altitudeMslFt: 6_000 },
    { ...air, verticalSpeedFpm: 0, altitudeMslFt: 36_000, lat: 34, lon: -40 },
    { ...air, ...change },
  ];
  for (const [index, each] of all.entries())
    live.addPosition(index + 1, position(startedAt + index * 4 * 3_600_000, each));
  return live;
}

const near = { lat: 21.08, lon: -86.92 };
const far = { lat: 21.4, lon: -87.2 };

/** What the newest position reports, and the interval that the server then asks for. */
const cases: readonly (readonly [string, Partial<Position>, number])[] = [
  ['the final approach, by its distance from the airport', { ...near, altitudeMslFt: 1_100 }, 1],
  ['the approach farther out', { ...far, altitudeMslFt: 4_500 }, 2],
  ['the descent', { ...far, altitudeMslFt: 14_500 }, 5],
  ['low over the ground, wherever it is', { ...far, altitudeMslFt: 4_500, altitudeAglFt: 1_200 }, 1],
  ['high over the ground although near', { ...near, altitudeMslFt: 9_500, altitudeAglFt: 9_400 }, 5],
  ['level near the airport in its cruise', { ...near, altitudeMslFt: 30_000, verticalSpeedFpm: 0 }, 10],
  ['the roll-out', { ...near, altitudeMslFt: 20, onGround: true, verticalSpeedFpm: 0 }, 1],
  ['taxiing in', { ...near, altitudeMslFt: 20, onGround: true, verticalSpeedFpm: 0, groundSpeedKt: 12 }, 5],
];

for (const [name, change, intervalS] of cases) {
  test(`${name}: a position every ${intervalS} s`, () => {
    assert.equal(reporting(change).view().nextIntervalS, intervalS);
  });
}

test('where the arrival has no coordinates, the phase alone decides', () => {
  const nowhere = { ...cancun, lat: null, lon: null };
  assert.equal(reporting({ ...near, altitudeMslFt: 1_100 }, nowhere).nextIntervalS, 2);
});
