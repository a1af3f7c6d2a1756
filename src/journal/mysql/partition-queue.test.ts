import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PartitionQueue } from './partition-queue.ts';
import type { PartitionState } from './partition-state.ts';

test('a barrier waits for the commit under way too: when that is refused, what follows it does not hide it', async () => {
  const state = {
    texts: { numbers: { of: () => 0 }, learn: () => undefined },
    tails: { remove: () => undefined },
  } as unknown as PartitionState;
  const committer = { requireRoom: () => undefined, added: () => undefined, hurry: () => undefined };
  const queue = new PartitionQueue(state, committer, () => assert.fail('it was fenced'));
  const refused = assert.rejects(queue.add({ kind: 'note', name: 'first', text: 'a' }));
  queue.begin();
  const next = queue.add({ kind: 'note', name: 'second', text: 'b' });
  const barrier = assert.rejects(queue.barrier());
  queue.failed(new Error('gone'));
  queue.begin();
  queue.stored();
  await Promise.all([refused, next, barrier]);
});
