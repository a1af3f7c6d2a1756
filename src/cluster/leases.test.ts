import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LeaseWorld } from '../../test/lease-world.ts';
import { ManualClock } from '../../test/manual-clock.ts';
import { MemoryLeaseTable } from '../../test/memory-lease-table.ts';
import { pause } from '../lib/machine.ts';
import { DatabaseUnavailable } from '../lib/mysql-failures.ts';
import { override } from '../lib/override.ts';
import type { LossReason } from './lease-holder.ts';
import { Leases } from './leases.ts';

test('one server holds everything, and what it held is spread when others join', async () => {
  using world = new LeaseWorld();
  const first = await world.join();
  assert.equal(first.held().length, 64);
  const second = await world.join();
  const third = await world.join();
  await world.clock.advance(2_000);
  const counts = [first, second, third].map((server) => server.held().length);
  assert.deepEqual(counts.sort(), [21, 21, 22]);
  world.requireOneOwnerEach();
});

test('what a server held has other owners within six seconds of its death', async () => {
  using world = new LeaseWorld();
  const [first, second, third] = [await world.join(), await world.join(), await world.join()];
  await world.clock.advance(2_000);
  third.kill();
  await world.clock.advance(4_500);
  assert.equal(first.held().length + second.held().length < 64, true, 'a server that is slow is not dead yet');
  await world.clock.advance(1_500);
  assert.equal(first.held().length + second.held().length, 64);
  world.requireOneOwnerEach();
});

test('a server that died is not named as the owner of what others are about to take', async () => {
  using world = new LeaseWorld();
  const [first, second, third] = [await world.join(), await world.join(), await world.join()];
  await world.clock.advance(2_000);
  third.kill();
  for (let ms = 0; ms < 8_000; ms += 100) {
    await world.clock.advance(100);
    for (const { leases } of [first, second]) {
      const alive = leases.servers().map(({ id }) => id);
      const named = leases.partitions().flatMap((partition) => leases.ownerOf(partition)?.id ?? []);
      assert.deepEqual(
        [...new Set(named)].filter((id) => !alive.includes(id)),
        [],
        `after ${ms} ms`,
      );
    }
  }
});

test('a server that stops hands everything over at once', async () => {
  using world = new LeaseWorld();
  const [first, second] = [await world.join(), await world.join()];
  await world.clock.advance(2_000);
  assert.equal(second.held().length, 32);
  await second.leases.stop();
  assert.deepEqual([...second.reasons], ['handover']);
  await world.clock.advance(500);
  assert.equal(first.held().length, 64);
});

test('a partition is given away only once what waits in it is written', async () => {
  const clock = new ManualClock(0);
  const table = new MemoryLeaseTable(1);
  const written = Promise.withResolvers<void>();
  const leases = new Leases({
    table,
    self: () => ({ id: 'server0', address: 'http://server0', version: '1.0.0' }),
    clock,
    monotonic: () => clock.now(),
    holder: { gained: async () => undefined, lost: () => written.promise },
    notice: () => undefined,
  });
  const ownerOf = async () => (await table.read()).partitions[0]?.owner;
  await leases.start();
  const stopped = leases.stop();
  await clock.advance(1_000);
  assert.equal(await ownerOf(), 'server0', 'another one may take it');
  written.resolve();
  await stopped;
  assert.equal(await ownerOf(), null);
});

test('a server that was paused holds nothing when it goes on', async () => {
  using world = new LeaseWorld();
  const [first, second] = [await world.join(), await world.join()];
  await world.clock.advance(2_000);
  second.pause();
  await world.clock.advance(9_000);
  assert.equal(first.held().length, 64);
  second.resume();
  assert.deepEqual(second.held(), []);
  await world.clock.advance(3_000);
  assert.ok(second.reasons.has('lapsed'));
  assert.equal(second.held().length, 32, 'it is a server like any other again');
  world.requireOneOwnerEach();
});

test('a server that stood still while the rows were read does not go on with leases that ended meanwhile', async () => {
  const clock = new ManualClock(0);
  const lost: LossReason[] = [];
  let now = 0;
  const leases = new Leases({
    table: new MemoryLeaseTable(2),
    self: () => ({ id: 'server0', address: 'http://server0', version: '1.0.0' }),
    clock,
    monotonic: () => now,
    holder: { gained: async () => undefined, lost: async (_partition, _epoch, reason) => void lost.push(reason) },
    notice: () => undefined,
  });
  await leases.start();
  assert.deepEqual([leases.epochOf(0), leases.epochOf(1)], [1, 1]);
  // The timer that ends them is due, and runs only after the answer of the database.
  now = 5_000;
  await clock.advance(500);
  assert.deepEqual(lost, ['lapsed', 'lapsed']);
  assert.notEqual(leases.epochOf(0), 1);
  await leases.stop();
});

test('while the cluster stands still nothing is taken, and leases end by themselves', async () => {
  using world = new LeaseWorld();
  const servers = [await world.join(), await world.join(), await world.join()];
  await world.clock.advance(2_000);
  const before = await world.epochs();
  for (const server of servers) server.cutOff();
  await world.clock.advance(60_000);
  assert.deepEqual(
    servers.flatMap((server) => server.held()),
    [],
  );
  assert.deepEqual(await world.epochs(), before);
  for (const server of servers) server.connect();
  await world.clock.advance(1_500);
  for (const server of servers) assert.ok(server.held().length >= 21, 'each takes again what was its own');
  world.requireOneOwnerEach();
});

test('a stop of the cluster that is shorter than a lease is not noticed', async () => {
  using world = new LeaseWorld();
  const servers = [await world.join(), await world.join()];
  await world.clock.advance(2_000);
  const before = await world.epochs();
  for (const server of servers) server.cutOff();
  await world.clock.advance(3_500);
  for (const server of servers) server.connect();
  await world.clock.advance(10_000);
  assert.deepEqual(await world.epochs(), before);
  assert.deepEqual(servers[0]?.held().length, 32);
});

test('what a server held has other owners within six seconds, although the cluster stands still for three of them', async () => {
  using world = new LeaseWorld();
  const servers = [await world.join(), await world.join(), await world.join()];
  const [first, second, dead] = servers;
  await world.clock.advance(2_000);
  dead?.kill();
  for (const server of servers) server.cutOff();
  await world.clock.advance(3_000);
  for (const server of servers) server.connect();
  await world.clock.advance(1_900);
  assert.ok(
    [first, second].every((server) => (server?.held().length ?? 0) < 32),
    'not before its own lease ended',
  );
  await world.clock.advance(1_100);
  assert.deepEqual([first?.held().length, second?.held().length], [32, 32]);
  world.requireOneOwnerEach();
});

test('a partition that cannot be opened is given back and tried again', async () => {
  using world = new LeaseWorld();
  const first = await world.join({ cannotOpen: 7 });
  await world.clock.advance(1_000);
  assert.equal(first.held().includes(7), false);
  first.cannotOpen = null;
  await world.clock.advance(1_000);
  assert.equal(first.held().includes(7), true);
});

test('the row of a server that is gone is removed', async () => {
  using world = new LeaseWorld();
  await world.join();
  const second = await world.join();
  await world.clock.advance(1_000);
  second.kill();
  await world.clock.advance(30_000);
  assert.equal((await world.table.read()).servers.length, 2);
  await world.clock.advance(60_000);
  assert.equal((await world.table.read()).servers.length, 1);
});

test('a server that stops while it is joining holds nothing afterwards', async () => {
  using world = new LeaseWorld();
  const server = world.add({ delayMs: () => 200 });
  const joining = server.leases.start();
  await world.clock.advance(1_700);
  assert.ok(server.held().length > 0);
  const leaving = server.leases.stop();
  await world.clock.advance(120_000);
  await Promise.all([joining, leaving]);
  assert.deepEqual(server.held(), []);
  const { servers, partitions } = await world.table.read();
  assert.deepEqual(servers, []);
  assert.deepEqual(new Set(partitions.map(({ owner }) => owner)), new Set([null]));
});

test('what was taken too late to be held, and should be another’s, is given back', async () => {
  using world = new LeaseWorld();
  let delayMs = 0;
  const first = world.add({ delayMs: () => delayMs });
  const joining = first.leases.start();
  delayMs = 2_400;
  await world.clock.advance(5_200);
  delayMs = 0;
  await world.clock.advance(5_000);
  await joining;
  await world.join();
  await world.clock.advance(5_000);
  world.requireOneOwnerEach();
});

test('a server that is too old for the rows hands everything over, takes nothing, and says so once', async () => {
  using world = new LeaseWorld();
  const [old, young] = [await world.join({ known: 1 }), await world.join({ known: 2 })];
  await world.clock.advance(2_000);
  assert.equal(old.held().length, 32);
  world.usableFrom = 2;
  await world.clock.advance(2_000);
  assert.deepEqual(old.held(), []);
  assert.deepEqual([...old.reasons], ['handover']);
  assert.equal(young.held().length, 64);
  young.kill();
  await world.clock.advance(20_000);
  assert.deepEqual(old.held(), [], 'not even when nobody else is there');
  assert.equal(old.notices.filter((kind) => kind === 'outdated').length, 1);
  assert.equal(young.notices.includes('outdated'), false);
});

test('a sign of life that one node did not answer is written by the next one before the lease ends', async () => {
  const clock = new ManualClock(0);
  const rows = new MemoryLeaseTable(1);
  let isHanging = false;
  const table = override(rows, {
    async beat(...row: Parameters<MemoryLeaseTable['beat']>) {
      if (!isHanging) return rows.beat(...row);
      isHanging = false;
      await pause(clock, 3_500);
      throw new DatabaseUnavailable('PROTOCOL_SEQUENCE_TIMEOUT', true, null);
    },
  });
  const reasons: LossReason[] = [];
  const leases = new Leases({
    table,
    self: () => ({ id: 'server0', address: 'http://server0', version: '1.0.0' }),
    clock,
    monotonic: () => clock.now(),
    holder: { gained: async () => undefined, lost: async (_partition, _epoch, reason) => void reasons.push(reason) },
    notice: () => undefined,
  });
  await leases.start();
  await clock.advance(2_000);
  isHanging = true;
  await clock.advance(10_000);
  assert.equal(isHanging, false);
  assert.deepEqual(reasons, []);
});

/** A server whose calls of the table take as long as the test says, on its own clock. */
function slowTable(took: { beatMs: number; takeMs: number }) {
  const table = new MemoryLeaseTable(1);
  let now = 0;
  const lateBeat = async (...given: Parameters<MemoryLeaseTable['beat']>) => {
    await table.beat(...given);
    now += took.beatMs;
  };
  const lateTake = async (...given: Parameters<MemoryLeaseTable['take']>) => {
    const epoch = await table.take(...given);
    now += took.takeMs;
    return epoch;
  };
  const gained: number[] = [];
  const leases = new Leases({
    table: override(table, { beat: lateBeat, take: lateTake }),
    self: () => ({ id: 'server0', address: 'http://server0', version: '1.0.0' }),
    clock: new ManualClock(0),
    monotonic: () => now,
    holder: { gained: async (partition) => void gained.push(partition), lost: async () => undefined },
    notice: () => undefined,
  });
  const pass = (ms: number) => {
    now += ms;
  };
  return { leases, gained, pass };
}

test('a lease lasts from when its beat was begun, not from when that was answered', async () => {
  const { leases, pass } = slowTable({ beatMs: 2_000, takeMs: 0 });
  await leases.start();
  pass(2_499);
  assert.equal(leases.epochOf(0), 1);
  pass(1);
  assert.equal(leases.epochOf(0), null, 'another one may have taken it');
  await leases.stop();
});

test('a partition whose taking was answered after the lease had ended is not held', async () => {
  const { leases, gained } = slowTable({ beatMs: 0, takeMs: 4_500 });
  await leases.start();
  assert.deepEqual([leases.epochOf(0), gained], [null, []]);
  await leases.stop();
});
