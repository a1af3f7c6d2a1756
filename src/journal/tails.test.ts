import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Tails } from './tails.ts';

test('what is sealed leaves the tail, the last of it too', () => {
  const tails = new Tails();
  tails.add(1, 10, 3);
  tails.add(2, 13, 1);
  tails.add(1, 14, 2);
  tails.cut(1, 12);
  assert.deepEqual([tails.of(1), tails.of(2)], [[14, 15], [13]]);
  tails.cut(1, 15);
  assert.deepEqual([tails.of(1), tails.of(2)], [[], [13]]);
});

test('what was not stored leaves the tail, of its flight alone', () => {
  const tails = new Tails();
  tails.add(1, 1, 3);
  tails.add(2, 4, 2);
  tails.remove([
    [1, 2],
    [2, 4],
    [2, 5],
  ]);
  assert.deepEqual([tails.of(1), tails.of(2)], [[1, 3], []]);
});
