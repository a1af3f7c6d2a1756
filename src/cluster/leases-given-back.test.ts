import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../test/manual-clock.ts';
import { MemoryLeaseTable } from '../../test/memory-lease-table.ts';
import { DatabaseUnavailable } from '../lib/mysql-failures.ts';
import { override } from '../lib/override.ts';
import { Leases } from './leases.ts';

test('a partition that the table says is ours, and another server should have, is given back, and again when that fails', async () => {
  const clock = new ManualClock(0);
  const rows = new MemoryLeaseTable(2);
  const other = { id: 'server1', address: 'http://server1', version: '1.0.0' };
  let hasFailed = false;
  const table = override(rows, {
    async beat(...row: Parameters<MemoryLeaseTable['beat']>) {
      await rows.beat(...row);
      await rows.beat(other, { isLeaving: false, unheard: [] });
    },
    async release(...row: Parameters<MemoryLeaseTable['release']>) {
      if (hasFailed) return rows.release(...row);
      hasFailed = true;
      throw new DatabaseUnavailable('PROTOCOL_SEQUENCE_TIMEOUT', true, null);
    },
  });
  const notices: string[] = [];
  const leases = new Leases({
    table,
    self: () => ({ ...other, id: 'server0', address: 'http://server0' }),
    clock,
    monotonic: () => clock.now(),
    holder: { gained: async () => undefined, lost: async () => undefined },
    notice: ({ kind }) => void notices.push(kind),
  });
  await leases.start();
  await clock.advance(1_000);
  const owners = async () => (await rows.read()).partitions.map(({ owner }) => owner);
  const before = await owners();
  const free = before.indexOf(null);
  assert.ok(free >= 0 && before.includes('server0'), String(before));
  // As when the answer to its taking came too late.
  assert.equal(await rows.take(free, 0, 'server0'), 1);
  await clock.advance(3_000);
  assert.deepEqual(await owners(), before);
  assert.deepEqual([hasFailed, notices], [true, ['seen', 'unreachable', 'reachable']]);
  await leases.stop();
});
