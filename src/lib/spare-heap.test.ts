// alone: it measures the memory and the main thread of its process
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { ManualClock } from '../../test/manual-clock.ts';
import { until } from '../../test/until.ts';
import { giveBackPages, ofThisThread, SpareHeap } from './spare-heap.ts';

const mb = 2 ** 20;
type Look = readonly [heapMb: number, busyShare: number];

/** Looks every 20 s at a heap of these sizes, in MB, with a main thread that worked such a share of them. Returns at which looks memory was given back. */
async function lookAt(looks: readonly Look[]): Promise<readonly number[]> {
  const clock = new ManualClock(0);
  const given: number[] = [];
  let [bytes, active, idle, look] = [50 * mb, 70_000, 5_000, 0];
  using _heap = new SpareHeap({
    clock,
    heapBytes: () => bytes,
    loopTimes: () => ({ active, idle }),
    giveBack: () => given.push(look),
  });
  for (const [heapMb, share] of looks) {
    [bytes, active, idle] = [heapMb * mb, active + 20_000 * share, idle + 20_000 * (1 - share)];
    await clock.advance(20_000);
    look += 1;
  }
  return given;
}

const busy = 0.8;
const times = (count: number, ...looks: readonly Look[]) => Array.from({ length: count }, () => looks).flat();
const cases: readonly (readonly [what: string, looks: readonly Look[], given: readonly number[]])[] = [
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
  ['a main thread that goes on working is never stopped', times(200, [200, busy], [100, 0.11]), []],
  [
    'it may work a tenth of its time, between two looks and not since its start',
    [
      [200, busy],
      [100, busy],
      [100, 0.101],
      [100, 0.099],
    ],
    [3],
  ],
  [
    'less than 64 MB is not worth it at once',
    [
      [200, busy],
      [137, 0],
      [136, 0],
    ],
    [2],
  ],
  ['16 MB are, when there was little to do for a minute', [[200, busy], ...times(6, [184, 0.1])], [3]],
  ['less is not, however long', [[200, busy], ...times(200, [185, 0])], []],
  [
    'a minute has no look in it at which the thread worked',
    [[200, busy], ...times(40, [150, 0], [150, 0], [150, 0.11])],
    [],
  ],
  [
    'after a second burst within ten minutes memory is given back when they are over',
    [[200, busy], [100, 0], [190, busy], ...times(40, [110, 0])],
    [1, 31],
  ],
  ['a heap that swings is collected every ten minutes', times(46, [200, 0], [100, 0]), [1, 31, 61, 91]],
  [
    'a main thread that works is not stopped after ten minutes either',
    [...times(15, [200, 0], [100, 0]), ...times(9, [200, 0], [100, busy])],
    [1],
  ],
];
for (const [what, looks, given] of cases) test(what, async () => assert.deepEqual(await lookAt(looks), given));

test('of this process it knows when the main thread works, whatever it works at, and when it waits', async () => {
  const clock = new ManualClock(0);
  let [bytes, given] = [200 * mb, 0];
  using _heap = new SpareHeap({ ...ofThisThread, clock, heapBytes: () => bytes, giveBack: () => (given += 1) });
  bytes = 100 * mb;
  for (let look = 0; look < 10; look++) {
    for (const until = Date.now() + 20; Date.now() < until; );
    await clock.advance(20_000);
  }
  assert.equal(given, 0);
  const isGiven = async () => {
    await clock.advance(20_000);
    return given === 1;
  };
  await until(isGiven, { everyMs: 100 });
});

/** Fills its heap, then drops everything and gives the pages back when a message comes. */
const threadThatDrops = `
  const { parentPort, workerData } = require('node:worker_threads');
  import(workerData.module).then(({ giveBackPages }) => {
    const lists = Array.from({ length: workerData.fill }, () => Array.from({ length: 1_000 }, (_, at) => ({ at })));
    parentPort.once('message', () => {
      lists.length = 0;
      giveBackPages();
      parentPort.postMessage('given back');
    });
    parentPort.postMessage('full');
  });
`;

test('each thread gives back the pages of its own heap', async () => {
  const fill = 1_000;
  const module = import.meta.resolve('./spare-heap.ts');
  const worker = new Worker(threadThatDrops, { eval: true, workerData: { module, fill } });
  await once(worker, 'message');
  giveBackPages();
  const full = process.memoryUsage.rss();
  worker.postMessage('drop');
  await once(worker, 'message');
  const fallen = full - process.memoryUsage.rss();
  await worker.terminate();
  assert.ok(fallen > (fill * 1_000 * 28) / 2, `${fallen} bytes`);
});

test('what the heap does not need any more goes back to the system', () => {
  const lists = Array.from({ length: 2_000 }, (_, list) => Array.from({ length: 1_000 }, (_, at) => ({ list, at })));
  const full = process.memoryUsage().rss;
  const fill = lists.length;
  lists.length = 0;
  giveBackPages();
  const fallen = full - process.memoryUsage().rss;
  assert.ok(fallen > (fill * 1_000 * 40) / 2, `${fallen} bytes`);
});
