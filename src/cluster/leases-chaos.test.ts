import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { LeaseServer } from '../../test/lease-server.ts';
import { LeaseWorld } from '../../test/lease-world.ts';
import { partitionCount } from '../journal/partition.ts';

const actions = ['pause', 'resume', 'cutOff', 'connect', 'kill', 'leave', 'join', 'nothing'] as const;
const step = fc.record({
  action: fc.constantFrom(...actions),
  server: fc.nat({ max: 4 }),
  ms: fc.constantFrom(100, 700, 2_000, 5_000, 9_000),
});
const world = fc.record({
  steps: fc.array(step, { minLength: 5, maxLength: 25 }),
  clockRates: fc.array(fc.double({ min: 0.95, max: 1.05, noNaN: true }), { minLength: 5, maxLength: 5 }),
  delays: fc.array(fc.constantFrom(0, 0, 0, 0, 5, 50, 300, 2_500, 6_000), { minLength: 50, maxLength: 50 }),
});

/** Nobody can be asked for the epoch that another server had; nor can two answer for one partition at a time. */
function requireOneEach(servers: LeaseWorld): void {
  for (let partition = 0; partition < partitionCount; partition += 7) {
    const owners = servers.ownersOf(partition);
    assert.ok(owners.length <= 1, `partition ${partition} is held by ${owners.join(' and ')}`);
  }
  const gained = servers.servers.flatMap((server) => server.gained);
  assert.equal(new Set(gained).size, gained.length, 'two servers had one epoch');
}

async function passWatched(servers: LeaseWorld, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 100) {
    await servers.clock.advance(100);
    requireOneEach(servers);
  }
}

function act(server: LeaseServer | undefined, action: (typeof actions)[number]): void {
  if (action === 'leave') void server?.leases.stop();
  else if (action !== 'nothing' && action !== 'join') server?.[action]();
}

test('whatever happens to servers and their calls, a partition has one holder, and everything is held in the end', async () => {
  await fc.assert(
    fc.asyncProperty(world, async ({ steps, clockRates, delays }) => {
      using servers = new LeaseWorld();
      let calls = 0;
      let isCalm = false;
      const delayMs = () => (isCalm ? 0 : (delays[calls++ % delays.length] ?? 0));
      const join = (index: number) => {
        const server = servers.add({ clockRate: clockRates[index] ?? 1, delayMs });
        server.leases.start().catch(() => server.kill());
      };
      for (const index of [0, 1, 2]) join(index);
      for (const { action, server, ms } of steps) {
        if (action === 'join' && servers.servers.length < 5) join(servers.servers.length);
        act(servers.servers[server], action);
        await passWatched(servers, ms);
      }
      isCalm = true;
      for (const server of servers.servers) {
        server.resume();
        server.connect();
      }
      join(servers.servers.length);
      await passWatched(servers, 30_000);
      servers.requireOneOwnerEach();
      for (const server of servers.servers.filter(({ isDead }) => !isDead)) {
        assert.deepEqual(server.open().toSorted(), server.held().toSorted(), 'what works is what is held');
      }
    }),
    { numRuns: 25 },
  );
});
