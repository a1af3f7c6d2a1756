import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noon, sampleEvent, sampleFlight } from '../../../test/journal/suite/samples.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { LiveFlight } from '../flight/live-flight.ts';
import { Refusal } from '../refusals.ts';
import { DeliveryCursors } from './cursors.ts';
import { TrackDelivery } from './track.ts';

function delivery() {
  const saved: number[] = [];
  const disk = { isFull: false };
  const saveDelivered = async (_flight: number, number: number) => {
    if (disk.isFull) throw new Refusal('journal-full', { message: 'The disk is full.' });
    saved.push(number);
  };
  const reports = [1, 2, 3].map((number) => ({ number, kind: 'event' as const, event: sampleEvent(number) }));
  const journal = { saveDelivered, countReports: async () => 0, readReports: async () => reports.slice(0, 2) };
  const cursors = new DeliveryCursors(journal, new ManualClock(noon));
  const stored = { flight: sampleFlight(1), delivered: 0, sealed: null };
  const live = new LiveFlight(stored, { hasSealedReport: () => false });
  for (const report of reports) live.restore(report);
  const host = Promise.withResolvers<void>();
  const capabilities = { pirepAtStart: true, apiKeys: true, track: true, liveEvents: true, adminSettings: true };
  const platform = { capabilities, deliverTrack: () => host.promise };
  const audit = { write: async () => undefined } as never;
  return { saved, cursors, live, host, disk, track: new TrackDelivery(journal, platform, cursors, audit) };
}

test('a delivery that ends after the flight moves its cursor no more', async () => {
  const { saved, cursors, live, host, track } = delivery();
  const late = track.deliver(live);
  await cursors.close(live);
  assert.deepEqual(saved, [3]);
  host.resolve();
  await late;
  assert.deepEqual(saved, [3], 'the flight would be taken up again at the next start');
  assert.equal(cursors.of(live).number, 0, 'the closed flight is still in memory');
});

test('a delivery that ends after a later one does not move the cursor back', async () => {
  const { saved, cursors, live, host, track } = delivery();
  const late = track.deliver(live);
  await cursors.advance(live, 3);
  host.resolve();
  await late;
  assert.deepEqual([saved, cursors.of(live).number], [[3], 3]);
});

test('what is delivered and cannot be noted on a full disk is delivered again, until it is noted', async () => {
  const { saved, cursors, live, host, track, disk } = delivery();
  host.resolve();
  disk.isFull = true;
  await assert.rejects(track.deliver(live), /full/);
  assert.equal(
    cursors.isBehind(live),
    true,
    'after a restart the crew center would get it again, and until then nobody knows',
  );
  disk.isFull = false;
  await cursors.advance(live, 3);
  assert.deepEqual([saved, cursors.isBehind(live)], [[3], false]);
});

test('a PIREP that was opened again gets the whole track, also when the disk was full just then', async () => {
  const { cursors, live, disk } = delivery();
  await cursors.advance(live, 3);
  disk.isFull = true;
  await assert.rejects(cursors.restart(live), /full/);
  assert.equal(cursors.isBehind(live), true);
});

test('of advances that overlap, memory never holds a number that is not stored', async () => {
  const orders = [
    ['fail 2', 'fail 3'],
    ['fail 3', 'fail 2'],
    ['store 2', 'fail 3'],
    ['fail 3', 'store 2'],
    ['fail 2', 'store 3'],
    ['store 3', 'fail 2'],
    ['store 2', 'store 3'],
  ];
  for (const order of orders) {
    const writes = new Map<number, PromiseWithResolvers<void>>();
    const journal = {
      saveDelivered: (_flight: number, number: number) => {
        const write = Promise.withResolvers<void>();
        writes.set(number, write);
        return write.promise;
      },
      countReports: async () => 0,
    };
    const cursors = new DeliveryCursors(journal, new ManualClock(noon));
    const live = new LiveFlight(
      { flight: sampleFlight(1), delivered: 0, sealed: null },
      { hasSealedReport: () => false },
    );
    cursors.restore(live, 1);
    const advances = [cursors.advance(live, 2), cursors.advance(live, 3)].map((each) => each.catch(() => undefined));
    let stored = 1;
    for (const step of order) {
      const number = Number(step.at(-1));
      if (step.startsWith('store')) stored = Math.max(stored, number);
      if (step.startsWith('store')) writes.get(number)?.resolve();
      else writes.get(number)?.reject(new Refusal('journal-full', { message: 'The disk is full.' }));
      await advances[number - 2];
    }
    assert.ok(cursors.of(live).number <= stored, `${order}: ${cursors.of(live).number} is not stored`);
    if (order.every((step) => step.startsWith('store'))) assert.equal(cursors.of(live).number, 3);
  }
});
