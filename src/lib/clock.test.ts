import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Clock, CorrectedClock } from './clock.ts';

const hour = 3_600_000;

test('a correction ends in the moment in which the clock of the machine is set, and not while that runs on', () => {
  const time = { now: 1_712_404_800_000, monotonic: 7 };
  const machine: Clock = { now: () => time.now, after: () => ({ [Symbol.dispose]: () => undefined }) };
  const clock = new CorrectedClock(machine, () => time.monotonic);
  const pass = (ms: number, setBy = 0) => {
    time.now += ms + setBy;
    time.monotonic += ms;
  };
  pass(5, hour);
  assert.equal(clock.now(), time.now, 'nothing was corrected');
  clock.correctionMs = hour;
  pass(60_000, 20);
  assert.equal(clock.now(), time.now + hour);
  pass(10, hour);
  assert.deepEqual([clock.now(), clock.correctionMs], [time.now, 0]);
});
