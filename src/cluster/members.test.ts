import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partitionCount } from '../journal/partition.ts';
import { heldHere, watchHolders } from './members.ts';

test('what this server holds is what it holds itself: nothing of another, and nothing that nobody holds', () => {
  const holderOf = (partition: number) =>
    partition === 3 || partition === 5 ? 'here' : partition === 4 ? null : 'other';
  assert.deepEqual(heldHere({ holderOf: holderOf as never }), [3, 5]);
});

test('holders were the same all the time only when each partition has one, and has it still', () => {
  const holders: (string | null)[] = Array.from({ length: partitionCount }, () => 'here');
  const watch = () => watchHolders({ holderOf: ((partition: number) => holders[partition] ?? null) as never });
  const same = watch();
  assert.ok(same());
  holders[7] = 'other';
  assert.ok(!same());
  assert.ok(watch()());
  holders[7] = null;
  assert.ok(!same());
  assert.ok(!watch()());
});
