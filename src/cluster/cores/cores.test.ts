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
  const journal = { close: async () => undefined } as unknown as Journal;
  const lease = { isHeld: true };
  const cores = new Cores({
    openJournal: async () => journal,
    createTracking: () => tracking,
    isHeld: () => lease.isHeld,
  });
  await cores.gained(7, 1);
  const report = () => (cores.require(7).calls as unknown as { report(): Promise<string> }).report();
  return { cores, lease, report, stored };
}

const movesNow = (error: unknown) => isRefusal(error, 'shutting-down');

for (const reason of ['lapsed', 'taken'] as const satisfies readonly LossReason[])
  test(`when a lease is ${reason}, those who wait are asked to come again, and nothing is answered afterwards`, async () => {
    const { cores, report, stored } = await holding();
    const waiting = report();
    waiting.catch(() => undefined);
    await cores.lost(7, 1, reason);
    stored.resolve('stored');
    await assert.rejects(waiting, movesNow);
    assert.throws(() => cores.require(7), movesNow);
  });

test('what waits while a partition is given away is answered once it is stored', async () => {
  const { cores, report, stored } = await holding();
  const waiting = report();
  await cores.lost(7, 1, 'handover');
  stored.resolve('stored');
  assert.equal(await waiting, 'stored');
});

test('a core whose lease has ended answers nothing, although nobody took it away yet', async () => {
  const { cores, lease } = await holding();
  lease.isHeld = false;
  assert.equal(cores.find(7), null);
  assert.throws(() => cores.require(7), movesNow);
});
