import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Allowance } from './allowance.ts';

test('calls come back with time, up to the burst, and none is taken away when the clock is set back', () => {
  const allowance = new Allowance({ perSecond: 2, burst: 3 }, 10_000);
  const taken = (now: number) => allowance.take(now);
  assert.deepEqual([10_000, 10_000].map(taken), [true, true]);
  assert.equal(taken(0), true, 'an hour back costs nothing');
  assert.equal(taken(0), false);
  assert.deepEqual([500, 500].map(taken), [true, false]);
  assert.deepEqual([60_000, 60_000, 60_000, 60_000].map(taken), [true, true, true, false]);
});
