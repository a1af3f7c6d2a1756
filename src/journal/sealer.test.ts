import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spanOf } from './sealer.ts';

const at = (recordedAt: number, isDated = true) => ({ recordedAt, isDated });

test('the span of reports is from the oldest to the newest of their own times, in whatever order they came', () => {
  assert.deepEqual(spanOf([at(20), at(10), at(30), at(25)]), [10, 30]);
  assert.deepEqual(spanOf([at(5, false), at(20), at(99, false)]), [20, 20]);
  assert.deepEqual(spanOf([at(5, false)]), [null, null]);
});
