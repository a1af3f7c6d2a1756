import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyFold } from '../figures/fold.ts';
import type { Fold, Last } from '../figures/fold-state.ts';
import { airTransition } from './airborne.ts';

const mark = (at: number) => ({ at, isEstimated: false });
const landed = (lastAt: number, further: Partial<Fold> = {}): Fold => ({
  ...emptyFold(null),
  takeoff: mark(1_000),
  landing: mark(60_000),
  last: { recordedAt: lastAt } as Last,
  ...further,
});
const inTheAir = { takeoffAt: 1_000, landing: null };

test('a touchdown is a landing once it has not bounced for ten seconds, or nothing more will come', () => {
  assert.equal(airTransition(inTheAir, landed(69_999), false), null);
  assert.equal(airTransition(inTheAir, landed(70_000), false)?.kind, 'landed');
  assert.equal(airTransition(inTheAir, landed(60_000), true)?.kind, 'landed');
  assert.equal(airTransition(inTheAir, landed(99_000, { isAirborne: true }), false), null);
});

test('after a touch-and-go it took off again when it was seen in the air, not when it took off first', () => {
  const air = { takeoffAt: 1_000, landing: { at: 60_000, rateFpm: null, isRateEstimated: false } };
  assert.deepEqual(airTransition(air, landed(95_000, { isAirborne: true }), false), {
    kind: 'took-off',
    takeoffAt: 95_000,
  });
});
