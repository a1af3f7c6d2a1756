import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { Tails } from '../tails.ts';
import type { PartitionBatch } from './commit-writer.ts';
import { GroupCommitter } from './group-committer.ts';
import { PartitionQueue } from './partition-queue.ts';
import { type PartitionState, Texts } from './partition-state.ts';
import { SealedFlights } from './sealed-flights.ts';
import type { Outcome, Transactions } from './transactions.ts';

const stored: Outcome = { kind: 'stored', effects: { partitions: [], notes: null } };

/** A committer over partitions 0 to 3, whose transactions end when the test says so. */
function committer(count: number) {
  const begun: { batches: readonly PartitionBatch[]; end: (outcome?: Outcome) => Promise<void> }[] = [];
  const transactions = Array.from({ length: count }, () => {
    const store = (batches: readonly PartitionBatch[]) => {
      const { promise, resolve } = Promise.withResolvers<Outcome>();
      const end = async (outcome: Outcome = stored) => {
        resolve(outcome);
        await setImmediate();
        await setImmediate();
      };
      begun.push({ batches, end });
      return promise;
    };
    return { store, unclearSince: null } as unknown as Transactions;
  });
  const group = new GroupCommitter(transactions, {
    commitWindowMs: 0,
    queueRows: 1_000,
    onStored: () => undefined,
    onFailure: () => undefined,
  });
  const queues = [0, 1, 2, 3].map((partition) => new PartitionQueue(stateOf(partition), group, () => undefined));
  for (const queue of queues) group.join(queue);
  const add = async (partition: number, writes: number) => {
    for (let index = 0; index < writes; index++)
      void queues[partition]?.add({ kind: 'delivered', flight: 1, number: index }).catch(() => undefined);
    await setImmediate();
    await setImmediate();
  };
  /** The partitions of each transaction that has begun. */
  const parts = () => begun.map(({ batches }) => batches.map(({ state }) => state.partition).join());
  return { group, queues, begun, add, parts };
}

function stateOf(partition: number): PartitionState {
  const known = { texts: new Texts([]), tails: new Tails(), sealed: new SealedFlights(), cursors: new Map() };
  return { partition, epoch: 0, lastChange: 0, oldestChangeAt: null, ...known };
}

test('few writes are one transaction, and the next ones wait for it', async () => {
  const { begun, add, parts, group } = committer(2);
  await add(0, 40);
  await add(1, 63);
  assert.deepEqual(parts(), ['0']);
  await begun[0]?.end();
  assert.deepEqual(parts(), ['0', '1']);
  await begun[1]?.end();
  assert.equal(group.counts.queuedRows, 0);
});

test('many writes are divided among two transactions, and a partition is in one of them', async () => {
  const { begun, add, parts, queues } = committer(2);
  queues.forEach((queue) => {
    for (let index = 0; index < 40; index++) void queue.add({ kind: 'delivered', flight: 1, number: index });
  });
  await setImmediate();
  await setImmediate();
  assert.deepEqual(parts(), ['0,1', '2,3']);
  // However many wait in them: their partitions are under way, and there may be no third.
  await add(0, 100);
  await add(3, 1);
  assert.equal(begun.length, 2);
  await begun[1]?.end();
  assert.deepEqual(parts(), ['0,1', '2,3'], 'one write is not worth a transaction beside another');
  await begun[0]?.end();
  assert.deepEqual(parts(), ['0,1', '2,3', '0,3']);
  await begun[2]?.end();
});

test('many writes of other partitions begin beside a transaction that is under way', async () => {
  const { begun, add, parts } = committer(2);
  await add(0, 1);
  await add(1, 64);
  assert.deepEqual(parts(), ['0', '1']);
  await begun[0]?.end();
  await begun[1]?.end();
});

test('what waits behind a transaction is stored after it, though another one began and ended meanwhile', async () => {
  const { begun, add, parts, group, queues } = committer(2);
  await add(0, 1);
  await add(0, 1);
  await add(1, 64);
  await begun[1]?.end();
  assert.deepEqual(parts(), ['0', '1']);
  await begun[0]?.end();
  assert.deepEqual(parts(), ['0', '1', '0']);
  await begun[2]?.end();
  assert.deepEqual([group.counts.queuedRows, queues[0]?.waiting], [0, 0]);
});

test('a partition with a new owner loses what waits in it, and the others of its transaction are stored', async () => {
  const { begun, add, parts, group, queues } = committer(2);
  for (const partition of [0, 1])
    void queues[partition]?.add({ kind: 'delivered', flight: 1, number: 1 }).catch(() => undefined);
  await add(0, 5);
  await add(1, 5);
  const [state] = begun[0]?.batches ?? [];
  assert.ok(state);
  await add(0, 70);
  await begun[0]?.end({ kind: 'fenced', states: [state.state] });
  assert.deepEqual(parts().slice(1), ['1']);
  await begun[1]?.end();
  assert.deepEqual(parts().slice(1), ['1', '1'], 'what waited behind it');
  await begun[2]?.end();
  assert.equal(group.counts.queuedRows, 0);
});

test('room is counted over what waits and all that is under way', async () => {
  const { add, group, begun } = committer(2);
  await add(0, 400);
  await add(1, 400);
  group.requireRoom(200);
  assert.throws(() => group.requireRoom(201), { code: 'journal-full' });
  await begun[0]?.end();
  group.requireRoom(600);
  await begun[1]?.end({ kind: 'failed', error: new Error('any') });
  group.requireRoom(1_000);
});
