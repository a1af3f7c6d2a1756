import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../test/manual-clock.ts';
import { ShortCache } from './short-cache.ts';

function world() {
  const clock = new ManualClock(0);
  const kept = new ShortCache<string>(clock, 1_000, 2);
  const asked: string[] = [];
  const get = (key: string) =>
    kept.get(key, async () => {
      asked.push(key);
      if (key === 'bad') throw new Error('not found');
      return `${key}${asked.length}`;
    });
  return { clock, kept, asked, get };
}

test('an answer is found once for all who ask meanwhile, and anew afterwards', async () => {
  const { clock, get } = world();
  assert.deepEqual(await Promise.all([get('a'), get('a')]), ['a1', 'a1']);
  await clock.advance(999);
  assert.equal(await get('a'), 'a1');
  await clock.advance(1);
  assert.equal(await get('a'), 'a2');
});

test('no more are kept than agreed: the oldest goes', async () => {
  const { asked, get } = world();
  for (const key of ['a', 'b', 'c', 'b', 'c', 'a']) await get(key);
  assert.deepEqual(asked, ['a', 'b', 'c', 'a']);
});

test('a failure is not kept', async () => {
  const { asked, get } = world();
  await assert.rejects(get('bad'), /not found/);
  await assert.rejects(get('bad'), /not found/);
  assert.equal(asked.length, 2);
});

test('what is forgotten is looked up again', async () => {
  const { kept, asked, get } = world();
  await get('a');
  await get('b');
  kept.forget('a');
  kept.forget('c');
  await get('a');
  await get('b');
  assert.deepEqual(asked, ['a', 'b', 'a']);
});
