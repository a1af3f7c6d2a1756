import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Draws } from '../../prove/simulate/chance.ts';
import { type CommitFaults, goodCommits, ModelDatabase } from '../../prove/simulate/cluster/database.ts';
import { ModelMysql } from '../../prove/simulate/cluster/model-mysql.ts';
import { Counters } from '../../prove/simulate/counters.ts';
import { countTurns, settle } from '../../prove/simulate/event-loop.ts';
import { Tables } from '../../prove/simulate/model-journal/tables.ts';
import { Life, VirtualTime } from '../../prove/simulate/virtual-time.ts';
import { writeFence } from '../../src/journal/mysql/fence.ts';
import { MysqlLeaseTable } from '../../src/journal/mysql/lease-table.ts';
import { partitionCount } from '../../src/journal/partition.ts';
import { DatabaseUnavailable } from '../../src/lib/mysql-failures.ts';
import { leaseTableSuite } from '../lease-table-suite.ts';

class DatabaseWorld {
  readonly time = new VirtualTime(0, new Draws('database'));
  readonly database = new ModelDatabase({
    time: this.time,
    draws: new Draws('database'),
    counters: new Counters(),
    tables: new Tables(),
    partitions: Array.from({ length: partitionCount }, (_, id) => id),
    commitMs: () => 2,
  });
  readonly mysql = new ModelMysql({
    database: this.database,
    life: new Life(this.time, 'server'),
    isCut: () => this.isCut,
  });
  isCut = false;

  /** Lets time pass until it is settled. */
  async through<T>(promise: Promise<T>): Promise<T> {
    countTurns();
    let isSettled = false;
    const end = () => {
      isSettled = true;
    };
    promise.then(end, end);
    for (await settle(); !isSettled; await settle())
      assert.notEqual(this.time.step(), null, 'nothing is left to happen');
    return promise;
  }

  /** A commit of this partition under this epoch; `between` happens before its end. */
  store(epoch: number, between: () => Promise<unknown> = async () => undefined): Promise<string> {
    return this.mysql.session(async (session) => {
      try {
        await session.run('START TRANSACTION');
        const fenced = await writeFence(session, [{ partition: 5, epoch }]);
        if (fenced.length > 0) return 'refused';
        await between();
        await session.run('COMMIT');
        return 'stored';
      } catch (error) {
        assert.ok(error instanceof DatabaseUnavailable);
        return error.code;
      }
    });
  }

  get commits(): number {
    return Number(this.database.rows.partitions.get(5)?.n);
  }
}

leaseTableSuite('in the model of the database', async () => {
  const world = new DatabaseWorld();
  const table = new Proxy(new MysqlLeaseTable(world.mysql, 1_000), {
    get: (target, name) => {
      const method = Reflect.get(target, name) as (...args: unknown[]) => Promise<unknown>;
      return (...args: unknown[]) => world.through(method.apply(target, args));
    },
  });
  return [table, table];
});

test('a former owner is refused, and one whose lease is taken meanwhile fails at its commit', async () => {
  const world = new DatabaseWorld();
  const leases = new MysqlLeaseTable(world.mysql, 1_000);
  assert.equal(await world.through(world.store(0)), 'stored');
  assert.equal(await world.through(world.store(0, () => leases.take(5, 0, 'another'))), 'ER_LOCK_DEADLOCK');
  assert.equal(await world.through(world.store(0)), 'refused');
  assert.equal(await world.through(world.store(1)), 'stored');
  assert.equal(world.commits, 2);
});

test('a commit is done or not when its answer is lost, and a late one only when none came before it', async () => {
  const cases: readonly [keyof CommitFaults, string, number, number][] = [
    ['conflict', 'ER_LOCK_DEADLOCK', 0, 1],
    ['lostBefore', 'ECONNRESET', 0, 1],
    ['lostAfter', 'ECONNRESET', 1, 2],
    ['late', 'ECONNRESET', 0, 1],
  ];
  for (const [fault, code, first, both] of cases) {
    const world = new DatabaseWorld();
    world.database.faults = { ...goodCommits, [fault]: 1 };
    assert.equal(await world.through(world.store(0)), code, fault);
    assert.equal(world.commits, first, fault);
    world.database.faults = goodCommits;
    assert.equal(await world.through(world.store(0)), 'stored', fault);
    while (world.time.step() !== null);
    assert.equal(world.commits, both, fault);
  }
});

test('nothing is answered by a database that stands still, until it goes on; nor by one that is cut off', async () => {
  const world = new DatabaseWorld();
  world.database.standStill(true);
  const waiting = world.store(0);
  await settle();
  while (world.time.now < 5_000 && world.time.step() !== null) await settle();
  assert.equal(world.commits, 0);
  world.database.standStill(false);
  assert.equal(await world.through(waiting), 'PROTOCOL_SEQUENCE_TIMEOUT');
  world.isCut = true;
  assert.equal(await world.through(world.store(0)), 'ETIMEDOUT');
});

test('a statement that it does not know is an error', async () => {
  const world = new DatabaseWorld();
  await assert.rejects(world.through(world.mysql.run('DROP TABLE partitions')), /does not know: DROP TABLE/);
});
