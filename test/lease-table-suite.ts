import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LeaseTable } from '../src/journal/lease-table.ts';
import { partitionCount } from '../src/journal/partition.ts';

const staying = { isLeaving: false, unheard: [] };
const server = (id: string) => ({ id, address: `http://${id}.example:8080`, version: '1.2.3' });

/**
 * What every table of leases must do.
 * @param open - two ways to one new table, as two servers have; they may be the same
 */
export function leaseTableSuite(name: string, open: () => Promise<readonly [LeaseTable, LeaseTable]>): void {
  test(`${name}: at first every partition is free and there is no server`, async () => {
    const [table] = await open();
    const { servers, partitions } = await table.read();
    assert.deepEqual(servers, []);
    assert.equal(partitions.length, partitionCount);
    assert.deepEqual(
      partitions.map(({ id, epoch, owner }) => [id, epoch, owner]),
      partitions.map((_, id) => [id, 0, null]),
    );
  });

  test(`${name}: a beat makes the server’s row and moves it`, async () => {
    const [table, other] = await open();
    await table.beat(server('a'), staying);
    await table.beat(server('a'), staying);
    await other.beat(server('b'), { isLeaving: true, unheard: ['a', 'c'] });
    const { servers } = await table.read();
    assert.deepEqual(
      [...servers].sort((a, b) => (a.id < b.id ? -1 : 1)),
      [
        { ...server('a'), beat: 2, ...staying },
        { ...server('b'), beat: 1, isLeaving: true, unheard: ['a', 'c'] },
      ],
    );
  });

  test(`${name}: of those who take one epoch, one succeeds`, async () => {
    const [table, other] = await open();
    const taken = await Promise.all([table.take(5, 0, 'a'), other.take(5, 0, 'b'), other.take(5, 0, 'c')]);
    assert.deepEqual(
      taken.filter((epoch) => epoch !== null),
      [1],
    );
    const owner = ['a', 'b', 'c'][taken.indexOf(1)];
    assert.deepEqual((await other.read()).partitions[5], { id: 5, epoch: 1, owner });
    assert.equal(await table.take(5, 0, 'd'), null);
    assert.equal(await table.take(5, 1, 'd'), 2);
  });

  test(`${name}: only the epoch’s holder gives a partition back`, async () => {
    const [table, other] = await open();
    await table.take(5, 0, 'a');
    await other.take(5, 1, 'b');
    await table.release(5, 1);
    assert.deepEqual((await table.read()).partitions[5], { id: 5, epoch: 2, owner: 'b' });
    await other.release(5, 2);
    assert.deepEqual((await table.read()).partitions[5], { id: 5, epoch: 2, owner: null });
  });

  test(`${name}: a row is removed unless its beat moved`, async () => {
    const [table, other] = await open();
    await table.beat(server('a'), staying);
    await table.beat(server('a'), staying);
    await other.forget('a', 1);
    assert.equal((await table.read()).servers.length, 1);
    await other.forget('a', 2);
    assert.equal((await table.read()).servers.length, 0);
    await table.beat(server('a'), staying);
    await table.forget('a', null);
    assert.equal((await table.read()).servers.length, 0);
  });
}
