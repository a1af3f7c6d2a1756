import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleEvent, samplePosition } from '../../../test/journal/suite/samples.ts';
import { emptyFold, foldEvent, foldPosition } from './fold.ts';
import { restoreFold } from './fold-restore.ts';

const startedAt = Date.UTC(2024, 3, 6, 10);
const minute = 60_000;

/** Totals of a flight with two pauses, of which the second has not ended. */
function flown() {
  const fold = emptyFold(startedAt);
  const at = (min: number) => ({ recordedAt: startedAt + min * minute, receivedAt: startedAt + min * minute });
  for (let min = 0; min < 40; min++) {
    if (min === 10 || min === 35) foldEvent(fold, sampleEvent(min, { ...at(min), kind: 'pause' }));
    if (min === 20) foldEvent(fold, sampleEvent(min, { ...at(min), kind: 'resume' }));
    foldPosition(fold, samplePosition(min, { ...at(min), lat: 47 + min / 20, lon: 8, phase: null, isPaused: null }));
  }
  return fold;
}

test('the totals of a flight are after a restart what they were when they were sealed, its pauses too', () => {
  const fold = flown();
  assert.deepEqual(fold.pauses, [{ from: startedAt + 10 * minute, to: startedAt + 20 * minute }]);
  assert.equal(fold.pausedSince, startedAt + 35 * minute);
  assert.deepEqual(restoreFold(startedAt, JSON.parse(JSON.stringify(fold))), fold);
});
