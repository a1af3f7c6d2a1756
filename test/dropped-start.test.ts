import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Journal } from '../src/journal/journal.ts';
import { isRefusal } from '../src/tracking/refusals.ts';
import { position } from './flown.ts';
import { World } from './world.ts';

test('a report that comes while its dropped start is being stored waits for that, and begins the flight', async () => {
  const [asked, waitedFor, begun] = [1, 2, 3].map(() => Promise.withResolvers<void>());
  assert.ok(asked !== undefined && waitedFor !== undefined && begun !== undefined);
  const journal = (kept: Journal): Journal => {
    const { saveFlight, barrier } = kept;
    kept.saveFlight = async (flight, change) => {
      if (flight.state !== 'abandoned') return saveFlight.call(kept, flight, change);
      asked.resolve();
      await waitedFor.promise;
      const saving = saveFlight.call(kept, flight, change);
      begun.resolve();
      return saving;
    };
    kept.barrier = async () => {
      waitedFor.resolve();
      await begun.promise;
      return barrier.call(kept);
    };
    return kept;
  };
  await using world = await World.with({ journal });
  const session = await world.signIn();
  const bid = await world.bidFor(session);
  const positions = [position(world.clock.now())];
  const report = () =>
    world.calls.report(session, { name: { bidId: bid.id }, positions, opening: { freeFlight: null } });
  world.line.fail('openPirep', 'before');
  await assert.rejects(report(), (error) => isRefusal(error, 'crew-center-unavailable'));
  world.line.heal();
  await Promise.all([asked.promise, world.clock.advance(40_000)]);
  assert.equal((await report()).stored, 1);
});
