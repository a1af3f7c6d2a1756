import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPause, minutesSoFar, type Pause, pausedBetween } from './pauses.ts';

test('of a client that pauses all the time the paused time is kept whole, however many pauses are merged', () => {
  const pauses: Pause[] = [];
  for (let index = 0; index < 1_000; index++) addPause(pauses, { from: index * 100, to: index * 100 + 7 });
  assert.equal(pausedBetween(pauses, null, -1_000_000, 1_000_000), 7_000);
  assert.ok(pauses.length <= 200);
});

test('the minutes so far are those to the nearest one, without pauses, and none before block-off', () => {
  const minutes = (seconds: number, pausedSince: number | null = null) =>
    minutesSoFar({ blockOff: { at: 0 }, last: { recordedAt: seconds * 1_000 }, pauses: [], pausedSince });
  assert.deepEqual(
    [29, 30, 89, 90].map((seconds) => minutes(seconds)),
    [0, 1, 1, 2],
  );
  assert.equal(minutes(600, 120_000), 2);
  assert.equal(minutesSoFar({ blockOff: null, last: { recordedAt: 9 }, pauses: [], pausedSince: null }), null);
});
