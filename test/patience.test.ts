import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRefusal } from '../src/tracking/refusals.ts';
import { startOf, World } from './world.ts';

const cancelUnnamed = { name: null, reason: null };

/** What it settles as, once so many seconds have passed; null when it is under way then. */
async function after(world: World, seconds: number, asked: Promise<unknown>): Promise<unknown> {
  let outcome: unknown = null;
  asked.then(
    (value) => {
      outcome = value;
    },
    (error: unknown) => {
      outcome = error;
    },
  );
  for (let second = 0; second < seconds; second++) {
    await world.clock.advance(1_000);
    await world.journal.barrier();
  }
  // What was due by then is written down before it is answered; that takes turns of its own.
  for (let turn = 0; turn < 20 && outcome === null; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
    await world.journal.barrier();
  }
  return outcome;
}

const openPireps = (world: World) => world.pireps().filter(({ state }) => state === 0).length;

test('a start waits 8 s for the cancellation before it, and not longer; again it goes on', async () => {
  await using world = await World.open();
  const { session, bid } = await world.startFlight();
  world.line.fail('cancelPirep', 'hangs', 1);
  const cancelled = world.calls.cancel(session, cancelUnnamed);
  await after(world, 9, cancelled);
  assert.equal((await cancelled).flight.state, 'cancelled');
  const outcome = await after(world, 9, world.calls.start(session, startOf(bid.id)));
  assert.ok(isRefusal(outcome, 'crew-center-unavailable'), String(outcome));
  world.line.heal();
  await world.until(() => openPireps(world) === 0);
  const { resumed } = await world.calls.start(session, startOf(bid.id));
  assert.equal(resumed, false);
  assert.equal(openPireps(world), 1);
});

test('a start spends its 8 s once, on the cancellation before it and on its own PIREP', async () => {
  await using world = await World.open();
  const { session, bid } = await world.startFlight();
  world.line.fail('cancelPirep', 'hangs', 1);
  await after(world, 9, world.calls.cancel(session, cancelUnnamed));
  const started = world.calls.start(session, startOf(bid.id));
  assert.equal(await after(world, 5, started), null);
  world.line.heal();
  world.line.fail('openPirep', 'hangs', 1);
  assert.ok(isRefusal(await after(world, 4, started), 'crew-center-unavailable'));
  world.line.heal();
});

test('a flight whose start hangs at the crew center is cancelled in time, and its PIREP with it once it is there', async () => {
  await using world = await World.open();
  const session = await world.signIn();
  const bid = await world.bidFor(session);
  world.line.fail('openPirep', 'hangs', 1);
  const started = await after(world, 9, world.calls.start(session, startOf(bid.id)));
  assert.ok(isRefusal(started, 'crew-center-unavailable'));
  const [flight] = await world.tracking.operator.listFlights({ limit: 1 });
  assert.ok(flight !== undefined);
  const released = world.tracking.operator.releaseFlight('ada@cli', flight.flight.id, 'It hangs');
  assert.equal(((await after(world, 9, released)) as { state?: string } | null)?.state, 'abandoned');
  world.line.heal();
  await world.until(async () => (await world.tracking.operator.listOutbox()).length === 0);
  assert.equal(openPireps(world), 0);
  assert.equal((await world.calls.start(session, startOf(bid.id))).flight.flight.state, 'open');
});
