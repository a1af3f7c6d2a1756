import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sortInPieces } from './sort-in-pieces.ts';

test('items are sorted as toSorted does it, equal ones as they came, in pieces', () => {
  const items = Array.from({ length: 9_001 }, (_, index) => ({ key: (index * 7_919) % 500, index }));
  const compare = (one: { key: number }, other: { key: number }) => one.key - other.key;
  const work = sortInPieces(items, compare);
  let pieces = 0;
  let step = work.next();
  for (; step.done !== true; step = work.next()) pieces += 1;
  assert.deepEqual(step.value, items.toSorted(compare));
  assert.ok(pieces >= 10, `${pieces} pieces`);
  assert.deepEqual(sortInPieces([], compare).next().value, []);
});
