import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../test/manual-clock.ts';
import { Backoff } from './backoff.ts';

const noon = Date.UTC(2024, 2, 6, 12);

test('each failure after the wait makes it longer, at most a minute; a success ends it', async () => {
  const clock = new ManualClock(noon);
  const backoff = new Backoff(clock);
  assert.deepEqual([backoff.waitMs, backoff.failures, backoff.nextTryAt], [0, 0, null]);
  const waits: number[] = [];
  for (let times = 0; times < 9; times++) {
    backoff.noteFailure();
    waits.push(backoff.waitMs);
    assert.equal(backoff.nextTryAt, clock.now() + backoff.waitMs);
    await clock.advance(backoff.waitMs);
    assert.equal(backoff.waitMs, 0);
  }
  assert.deepEqual(waits, [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  backoff.noteFailure();
  backoff.noteSuccess();
  assert.deepEqual([backoff.waitMs, backoff.failures, backoff.nextTryAt], [0, 0, null]);
});

test('what fails together is one failure, however much it is', async () => {
  const clock = new ManualClock(noon);
  const backoff = new Backoff(clock);
  for (let calls = 0; calls < 50; calls++) backoff.noteFailure();
  assert.deepEqual([backoff.failures, backoff.waitMs], [1, 1_000]);
  await clock.advance(400);
  backoff.noteFailure();
  assert.equal(backoff.waitMs, 600);
  backoff.retryNow();
  backoff.noteFailure();
  assert.deepEqual([backoff.failures, backoff.waitMs], [2, 2_000]);
});

test('a clock that is set back by a day makes no wait of a day', () => {
  const clock = new ManualClock(noon);
  const backoff = new Backoff(clock);
  backoff.noteFailure();
  clock.set(noon - 86_400_000);
  assert.equal(backoff.waitMs, 0);
  backoff.noteFailure();
  assert.equal(backoff.waitMs, 2_000);
});
