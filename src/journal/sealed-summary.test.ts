import assert from 'node:assert/strict';
import { test } from 'node:test';
import { samplePosition } from '../../test/journal/suite/samples.ts';
import type { Report } from '../tracking/model.ts';
import { addToSummary } from './sealed-summary.ts';

const reports = (...seqs: readonly number[]): readonly Report[] =>
  seqs.map((seq) => ({ kind: 'position', number: seq, position: samplePosition(seq) }));

test('a number that never came is not among those that are sealed', () => {
  const first = addToSummary(null, reports(1, 2, 4), null);
  assert.deepEqual(first.positionSeqs, [
    [1, 2],
    [4, 4],
  ]);
  assert.deepEqual(addToSummary(first, reports(3, 6), null).positionSeqs, [
    [1, 4],
    [6, 6],
  ]);
});

test('what was found damaged last counts as sealed, so that it is not looked at again', () => {
  const before = addToSummary(null, reports(1, 2), null, [3]);
  assert.deepEqual([before.lastNumber, before.positionCount, before.lost], [3, 2, [3]]);
  const { lastNumber, lost } = addToSummary(before, [], null, [5]);
  assert.deepEqual([lastNumber, lost], [5, [3, 5]]);
});
