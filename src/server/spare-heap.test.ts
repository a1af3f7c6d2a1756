import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../test/manual-clock.ts';
import { giveBackPages, SpareHeap } from './spare-heap.ts';

const mb = 2 ** 20;

/** Looks every 20 s at a heap of these sizes, in MB, with so many reports meanwhile. Returns at which looks memory was given back. */
async function lookAt(looks: readonly (readonly [heapMb: number, reports: number])[]): Promise<readonly number[]> {
  const clock = new ManualClock(0);
  const given: number[] = [];
  let [bytes, reports, look] = [50 * mb, 0, 0];
  using _heap = new SpareHeap({
    clock,
    heapBytes: () => bytes,
    reports: () => reports,
    giveBack: () => given.push(look),
  });
  for (const [heapMb, stored] of looks) {
    [bytes, reports] = [heapMb * mb, reports + stored];
    await clock.advance(20_000);
    look += 1;
  }
  return given;
}

const busy = 40_000;
for (const [what, looks, given] of [
  [
    'a heap that stays as large gives nothing back',
    [
      [200, busy],
      [200, 0],
      [180, 0],
    ],
    [],
  ],
  [
    'after a burst memory is given back, once',
    [
      [200, busy],
      [100, 0],
      [100, 0],
      [90, 0],
    ],
    [1],
  ],
  [
    'while many report nobody is made to wait',
    [
      [200, busy],
      [100, busy],
      [100, 1_001],
      [100, 1_000],
    ],
    [3],
  ],
  [
    'less than 64 MB is not worth it',
    [
      [200, busy],
      [137, 0],
      [136, 0],
    ],
    [2],
  ],
  [
    'after a second burst again',
    [
      [200, busy],
      [100, 0],
      [190, busy],
      [110, 0],
    ],
    [1, 3],
  ],
] as const)
  test(what, async () => assert.deepEqual(await lookAt(looks), given));

test('what the heap does not need any more goes back to the system', () => {
  const lists = Array.from({ length: 2_000 }, (_, list) => Array.from({ length: 1_000 }, (_, at) => ({ list, at })));
  const full = process.memoryUsage().rss;
  const fill = lists.length;
  lists.length = 0;
  giveBackPages();
  const fallen = full - process.memoryUsage().rss;
  assert.ok(fallen > (fill * 1_000 * 40) / 2, `${fallen} bytes`);
});
