import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flightEvent, position } from '../../../../test/flown.ts';
import { flownFlight } from '../../../../test/judged.ts';
import { runwaysNear } from '../../../lib/runways/runways.ts';
import type { FlightEvent, Position } from '../../model.ts';
import { detectors } from './detectors.ts';

// A client that reports nonsense must not stop the server: what a flight costs grows with its reports, not with their square.

const start = Date.UTC(2024, 3, 6, 10, 0, 0);
const count = 8_000;
/** Reports read for each report of the track, by all detectors together. */
const maxReads = 1_500;

const beside = (index: number) => ({ seq: index + 1, lat: 47.4577 + (index % 10) * 0.0005, lon: 8.5532 });
const isDown = (index: number) => index % 8 >= 4;
const tracks: Readonly<Record<string, (index: number) => Partial<Position>>> = {
  'a thousand landings': (index) => ({ onGround: isDown(index), altitudeAglFt: isDown(index) ? 0 : 100 }),
  'a thousand landings that the height shows': (index) => ({ altitudeAglFt: isDown(index) ? 0 : 100 }),
};

for (const [name, change] of Object.entries(tracks))
  test(`${name} are judged in a time that grows with the track`, () => {
    const usual = { groundSpeedKt: 100, verticalSpeedFpm: -500, altitudeMslFt: 1_450 };
    const positions = Array.from({ length: count }, (_, index) =>
      position(start + index * 10_000, { ...beside(index), ...usual, ...change(index) }),
    );
    assert.ok(readsOf(positions, []) < maxReads * count);
  });

test('thousands of pauses are judged in a time that grows with the track', () => {
  const positions = Array.from({ length: count }, (_, index) => position(start + index * 1_000, beside(index)));
  const pauses = Array.from({ length: count }, (_, index) =>
    flightEvent(start + index * 1_000 + 500, index % 2 === 0 ? 'pause' : 'resume'),
  );
  assert.ok(readsOf(positions, pauses) < maxReads * count);
});

/** How often all detectors look at a report. */
function readsOf(positions: readonly Position[], events: readonly FlightEvent[]): number {
  let reads = 0;
  const counted = new Proxy(positions, {
    get(array, name, receiver) {
      reads += 1;
      return Reflect.get(array, name, receiver);
    },
  });
  const times = { blockOffAt: start, takeoffAt: start, landingAt: null, blockOnAt: null };
  const { pirep } = flownFlight();
  const flight = flownFlight({ positions: counted, events, runwaysNear, pirep: { ...pirep, ...times } });
  for (const { limits, judge } of detectors)
    judge(flight, Object.fromEntries(Object.entries(limits).map(([limit, spec]) => [limit, spec.default])));
  return reads;
}
