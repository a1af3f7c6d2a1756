import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Lane } from './lane.ts';

test('tasks of one flight run in order, one at a time, even after one fails', async () => {
  const lane = new Lane();
  const seen: string[] = [];
  const first = Promise.withResolvers<void>();
  const one = lane.run('one', async () => {
    seen.push('one begins');
    await first.promise;
    throw new Error('no');
  });
  const two = lane.run('two', async () => {
    seen.push('two');
    return 2;
  });
  assert.deepEqual(seen, ['one begins']);
  first.resolve();
  await assert.rejects(one, /no/);
  assert.equal(await two, 2);
  assert.deepEqual(seen, ['one begins', 'two']);
  assert.equal(lane.busy, null);
});

test('a task of a kind that is under way is shared, including its failure', async () => {
  const lane = new Lane();
  let runs = 0;
  const task = async () => {
    runs += 1;
    await Promise.resolve();
    throw new Error('failed');
  };
  const results = await Promise.allSettled([lane.run('file', task), lane.run('file', task)]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.equal(runs, 1);
  await assert.rejects(lane.run('file', task));
  assert.equal(runs, 2);
});
