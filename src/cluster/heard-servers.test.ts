import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LeaseWorld } from '../../test/lease-world.ts';

async function worldOf(count: number): Promise<LeaseWorld> {
  const world = new LeaseWorld();
  for (let index = 0; index < count; index++) await world.join();
  await world.clock.advance(2_000);
  return world;
}

/** How many partitions each server has. */
const heldIn = (world: LeaseWorld) => world.servers.map((server) => server.held().length);

test('a server that the others do not reach hands over what it has, and takes its share again once they do', async () => {
  using world = await worldOf(3);
  const [first, second, third] = world.servers;
  assert.ok(first && second && third);
  first.unheard = [third.id];
  second.unheard = [third.id];
  await world.clock.advance(2_000);
  assert.deepEqual(heldIn(world), [32, 32, 0]);
  world.requireOneOwnerEach();
  assert.deepEqual([...third.reasons], ['handover']);
  assert.deepEqual(
    third.notices.filter((kind) => kind.endsWith('heard')),
    ['unheard'],
  );
  first.unheard = [];
  second.unheard = [];
  await world.clock.advance(2_000);
  assert.deepEqual(heldIn(world).toSorted(), [21, 21, 22]);
  world.requireOneOwnerEach();
  assert.deepEqual(
    third.notices.filter((kind) => kind.endsWith('heard')),
    ['unheard', 'heard'],
  );
});

test('of three servers of which one hears no other and is heard by none, the two others keep the partitions', async () => {
  using world = await worldOf(3);
  const [first, second, third] = world.servers;
  assert.ok(first && second && third);
  first.unheard = [third.id];
  second.unheard = [third.id];
  third.unheard = [first.id, second.id];
  await world.clock.advance(2_000);
  assert.deepEqual(heldIn(world), [32, 32, 0]);
});

test('one server that does not hear another one is not believed against a third', async () => {
  using world = await worldOf(3);
  const [first, second, third] = world.servers;
  assert.ok(first && second && third);
  first.unheard = [third.id];
  const before = heldIn(world);
  await world.clock.advance(2_000);
  assert.deepEqual(heldIn(world), before);
});

test('where no server reaches another one, all keep what they have', async () => {
  for (const count of [1, 2, 3]) {
    using world = await worldOf(count);
    for (const server of world.servers)
      server.unheard = world.servers.filter((other) => other !== server).map(({ id }) => id);
    const before = heldIn(world);
    await world.clock.advance(2_000);
    assert.deepEqual(heldIn(world), before);
    world.requireOneOwnerEach();
  }
});

test('what a server that died says of the others does not count', async () => {
  using world = await worldOf(3);
  const [first, second, third] = world.servers;
  assert.ok(first && second && third);
  second.unheard = [first.id];
  third.unheard = [first.id];
  await world.clock.advance(1_000);
  assert.equal(first.held().length, 0);
  second.kill();
  third.kill();
  await world.clock.advance(8_000);
  assert.equal(first.held().length, 64);
});

test('a server that joins leaves nothing to one that died before: the others say which it is', async () => {
  using world = await worldOf(3);
  world.servers[2]?.kill();
  await world.clock.advance(8_000);
  assert.deepEqual(heldIn(world), [32, 32, 0]);
  await world.join();
  await world.clock.advance(2_000);
  assert.deepEqual(heldIn(world).toSorted(), [0, 21, 21, 22]);
  world.requireOneOwnerEach();
});
