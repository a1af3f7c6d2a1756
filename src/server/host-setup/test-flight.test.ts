import assert from 'node:assert/strict';
import { test } from 'node:test';
import { World } from '../../../test/world.ts';
import { flyTestFlight } from './test-flight.ts';

const needs = (world: World) => ({ calls: world.calls, platform: world.embedded.platform, clock: world.clock });

test('a test flight is started, reported and cancelled; nothing is filed and the bid stays', async () => {
  await using world = await World.open();
  const session = await world.signIn();
  const before = await world.calls.listBids(session);
  const result = await flyTestFlight(needs(world), session.pilot.id);
  assert.equal(result.success, true, result.says);
  assert.match(result.says, /3 positions stored and cancelled/);
  assert.deepEqual(
    (await world.calls.listBids(session)).map(({ id }) => id),
    before.map(({ id }) => id),
  );
  assert.equal(await world.calls.readFlight(session, null), null);
  const cancelled = 3;
  assert.deepEqual(
    world.pireps().map(({ state }) => state),
    [cancelled],
  );
  // And once more: the first one left nothing in the way.
  assert.equal((await flyTestFlight(needs(world), session.pilot.id)).success, true);
});

test('an open flight of the pilot is left alone, and what stands against the flight is said', async () => {
  await using world = await World.open();
  const { session, flight } = await world.startFlight();
  const result = await flyTestFlight(needs(world), session.pilot.id);
  assert.deepEqual(result, { success: false, says: 'You have a flight open: finish or cancel it first.' });
  assert.equal((await world.calls.readFlight(session, null))?.flight.id, flight.id);
  assert.match((await flyTestFlight(needs(world), '999999')).says, /no pilot of yours/);
});
