import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noFigures, position } from './flown.ts';
import { World } from './world.ts';

// A crew center that files a PIREP and breaks off before it is done: what is left is shown to the operator.

async function filedUnsure(undone: string | null) {
  const world = await World.open();
  const { session, flight } = await world.startFlight();
  world.line.undone = undone;
  world.line.fail('filePirep', 'unsure', 1);
  const finish = () => world.calls.finish(session, { name: null, figures: noFigures, opening: null });
  assert.equal((await finish()).state, 'filed');
  return { world, session, flight, finish, outbox: () => world.tracking.operator.listOutbox() };
}

test('nothing was left undone: the flight is done with', async () => {
  const { world, outbox } = await filedUnsure(null);
  await using _world = world;
  await world.until(async () => (await outbox()).length === 0);
  assert.equal(world.line.asked.get('checkFiled'), 1);
});

test('what was left undone waits for the operator, through a restart; trying again repeats what is safe', async () => {
  const { world, flight, finish, outbox } = await filedUnsure('Its bid is still booked.');
  await using _world = world;
  await world.until(async () => (await outbox()).some((entry) => entry.flight.setAside !== null));
  await world.restart();
  const [entry, ...others] = await outbox();
  assert.deepEqual([others.length, entry?.flight.state, entry?.lastError], [0, 'filed', 'Its bid is still booked.']);
  const again = await finish();
  assert.equal(again.state === 'filed' && again.repeated, true);
  await world.tracking.operator.retryOutbox('ada@cli', flight.id);
  assert.deepEqual(await outbox(), []);
  assert.equal(world.pireps().length, 1);
});

test('the pilot flies on meanwhile, and a crew center out of reach is asked again', async () => {
  const { world, session, outbox } = await filedUnsure('Its bid is still booked.');
  await using _world = world;
  world.line.fail('checkFiled', 'before', 2);
  const [bid] = await world.calls.listBids(session);
  const started = await world.calls.start(session, {
    bidId: bid?.id ?? '',
    aircraft: null,
    registration: null,
    freeFlight: null,
  });
  assert.equal(started.flight.flight.state, 'open');
  await world.until(async () => (await outbox()).some((entry) => entry.flight.setAside !== null));
});

test('a flight that ended just before a crash is over afterwards, though its delivery was not noted as ended', async () => {
  const world = await World.open();
  await using _world = world;
  const { session, flight } = await world.startFlight();
  await world.calls.report(session, { name: null, positions: [position(world.clock.now())], opening: null });
  await world.calls.cancel(session, { name: null, reason: null });
  // The end of a flight and the end of its delivery are two commits. A crash between them leaves this.
  await world.journal.saveDelivered(flight.number, 0);
  await world.restart(600_000);
  assert.deepEqual([...world.tracking.flights], []);
  assert.deepEqual(await world.tracking.operator.listOutbox(), []);
  await world.restart();
  assert.deepEqual(world.journal.initial.flights, []);
});
