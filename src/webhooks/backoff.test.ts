import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holdWaitMs, retryWaitMs } from './backoff.ts';

/** Seconds after the first, second … failure; the last is repeated. */
const series = [
  { name: 'an event', wait: retryWaitMs, s: [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 21_600, 21_600] },
  { name: 'an endpoint', wait: holdWaitMs, s: [1, 2, 5, 15, 30, 60, 120, 300, 300] },
];

for (const { name, wait, s } of series)
  test(`${name} waits longer after each failure, up to a fifth more or less`, () => {
    const waits = (random: number) => s.map((_, index) => wait(index + 1, random) / 1_000);
    assert.deepEqual(waits(0.5), s);
    assert.deepEqual(
      waits(0),
      s.map((each) => each * 0.8),
    );
    assert.deepEqual(
      waits(1),
      s.map((each) => each * 1.2),
    );
    assert.equal(wait(0, 0.5), wait(1, 0.5));
  });
