import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Journal } from '../../journal/journal.ts';
import { isRefusal } from '../../tracking/refusals.ts';
import type { Tracking } from '../../tracking/tracking.ts';
import type { LossReason } from '../lease-holder.ts';
import { Cores } from './cores.ts';

/** A core of partition 7 whose reports wait for the disk until `stored` is resolved. */
async function holding() {
  const stored = Promise.withResolvers<string>();
  const tracking = { calls: { report: () => stored.promise }, close: async () => undefined } as unknown as Tracking;
  const closed = Promise.withResolvers<void>();
  const journal = { close: () => closed.promise } as unknown as Journal;
  const lease = { isHeld: true, asked: [] as (readonly number[])[] };
  const cores = new Cores({
    openJournal: async () => journal,
    createTracking: () => tracking,
    isHeld: (...asked) => {
      lease.asked.push(asked);
      return lease.isHeld;
    },
  });
  await cores.gained(7, 3);
  const report = () => (cores.require(7).calls as unknown as { report(): Promise<string> }).report();
  return { cores, lease, report, stored, closed };
}

const movesNow = (error: unknown) => isRefusal(error, 'shutting-down');

for (const reason of ['lapsed', 'taken'] as const satisfies readonly LossReason[])
  test(`when a lease is ${reason}, those who wait are asked to come again, and nothing is answered afterwards`, async () => {
    const { cores, report, stored, closed } = await holding();
    const waiting = report();
    waiting.catch(() => undefined);
    closed.resolve();
    await cores.lost(7, 3, reason);
    stored.resolve('stored');
    await assert.rejects(waiting, movesNow);
    assert.throws(() => cores.require(7), movesNow);
  });

test('what waits while a partition is given away is answered once it is stored', async () => {
  const { cores, report, stored, closed } = await holding();
  const waiting = report();
  closed.resolve();
  await cores.lost(7, 3, 'handover');
  stored.resolve('stored');
  assert.equal(await waiting, 'stored');
});

test('a core whose lease has ended answers nothing, although nobody took it away yet', async () => {
  const { cores, lease } = await holding();
  lease.isHeld = false;
  assert.equal(cores.find(7), null);
  assert.deepEqual(lease.asked, [[7, 3]]);
  assert.throws(() => cores.require(7), movesNow);
});

test('a partition is lost only once its journal is closed: the next owner begins then', async () => {
  const { cores, closed } = await holding();
  let isLost = false;
  const losing = cores.lost(7, 3, 'handover').then(() => {
    isLost = true;
  });
  await new Promise(setImmediate);
  assert.deepEqual([isLost, cores.find(7)], [false, null]);
  closed.resolve();
  await losing;
});
