// needs: mariadb
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { MysqlEngine } from '../../src/journal/mysql/engine.ts';
import { MysqlLeaseTable } from '../../src/journal/mysql/lease-table.ts';
import { openMysqlEngine } from '../../src/journal/mysql/open.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { leaseTableSuite } from '../lease-table-suite.ts';
import { type Mariadb, sqlModes, startMariadb } from './mariadb.ts';

let server: Mariadb;
const engines: MysqlEngine[] = [];

async function openEngine(): Promise<MysqlEngine> {
  const { server: place, user, password, database } = server.address('leases');
  const engine = await openMysqlEngine({ hosts: [place], user, password, database, clock: systemClock });
  engines.push(engine);
  return engine;
}

before(async () => {
  server = await startMariadb(sqlModes.strict, 'durable');
  await server.createDatabase('leases', '');
  await openEngine();
  await openEngine();
});
after(async () => {
  for (const engine of engines) await engine.close();
  await server[Symbol.asyncDispose]();
});

async function empty(): Promise<readonly [MysqlLeaseTable, MysqlLeaseTable]> {
  const [one, two] = engines.map(({ database }) => database);
  assert.ok(one !== undefined && two !== undefined);
  await one.run('DELETE FROM servers');
  await one.run('UPDATE partitions SET epoch = 0, owner = NULL');
  return [new MysqlLeaseTable(one, 1_000), new MysqlLeaseTable(two, 1_000)];
}

leaseTableSuite('in MariaDB', empty);

test('a journal that is opened under an epoch is refused once another server takes the partition', async () => {
  const [table, other] = await empty();
  const epoch = await table.take(9, 0, 'a');
  const journal = await engines[0]?.openPartition(9, epoch ?? 0);
  await journal?.saveDelivered(1, 1);
  assert.equal(await other.take(9, 1, 'b'), 2);
  await assert.rejects(async () => journal?.saveDelivered(1, 2), { code: 'journal-full' });
  await assert.rejects(async () => engines[1]?.openPartition(9, 1), { name: 'PartitionFencedError' });
  await journal?.close();
});
