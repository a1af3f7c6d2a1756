import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Lanes } from './lanes.ts';

test('two run at once, and those that somebody waits for go first', async () => {
  const lanes = new Lanes(2);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const task = (name: string) => () => {
    begun.push(name);
    return new Promise<void>((resolve) => ends.push(resolve));
  };
  const tasks = [
    lanes.run('patient', task('a')),
    lanes.run('patient', task('b')),
    lanes.run('patient', task('c')),
    lanes.run('urgent', task('d')),
  ];
  await new Promise(setImmediate);
  assert.deepEqual(begun, ['a', 'b']);
  while (ends.length > 0 || begun.length < tasks.length) {
    ends.shift()?.();
    await new Promise(setImmediate);
  }
  await Promise.all(tasks);
  assert.deepEqual(begun, ['a', 'b', 'd', 'c']);
});

test('a task that fails makes room', async () => {
  const lanes = new Lanes(1);
  await assert.rejects(lanes.run('urgent', () => Promise.reject(new Error('no'))));
  assert.equal(await lanes.run('urgent', async () => 1), 1);
});
