import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nothingReported } from '../src/tracking/figures/pirep.ts';
import { tracker } from './command-line.ts';
import { startOf, World } from './world.ts';

// Paperwork that the crew center cannot take while it can be read, such as a phpVMS 7 whose APP_URL redirects: who hears of it.

const finishUnnamed = { name: null, figures: nothingReported, opening: null };

const delayed = ({ logLines }: World) =>
  logLines
    .map((line) => JSON.parse(line) as { event?: string; msg: string; errand: string; reason: string; pilot: string })
    .filter(({ event }) => event === 'flight-delayed')
    .map(({ msg, errand, reason, pilot }) => ({ msg, errand, reason, pilot }));

const reason = 'The crew center is out of reach.';

test('a start that fails is one line of the log with its reason, and is listed until its pilot starts a flight', async () => {
  await using world = await World.open();
  const session = await world.signIn();
  const bid = await world.bidFor(session);
  const outbox = async () =>
    (await world.tracking.operator.listOutbox()).map(({ flight, lastError }) => [flight.state, lastError]);
  world.line.fail('openPirep', 'before');
  const start = () => world.calls.start(session, startOf(bid.id));
  for (let tried = 0; tried < 3; tried++) await assert.rejects(start(), { code: 'crew-center-unavailable' });
  const line = { msg: 'start failed: the crew center cannot take it now', errand: 'start', reason, pilot: 'DMO0001' };
  assert.deepEqual(delayed(world), [line], 'said once');
  assert.deepEqual(await outbox(), [['starting', reason]]);

  await world.clock.advance(40_000);
  await world.until(async () => (await outbox())[0]?.[0] === 'abandoned');
  assert.deepEqual(await outbox(), [['abandoned', reason]], 'its flight is dropped, and it is listed');
  const [view] = await world.tracking.operator.listFlights({ limit: 1 });
  assert.equal(view?.flight.reason, `The start was interrupted: ${reason}`);
  await assert.rejects(start(), { code: 'crew-center-unavailable' });
  assert.equal(delayed(world).length, 2, 'of another flight');

  world.line.heal();
  await start();
  assert.deepEqual(await outbox(), []);
});

test('a failed start is listed for an hour', async () => {
  await using world = await World.open();
  const session = await world.signIn();
  const bid = await world.bidFor(session);
  world.line.fail('openPirep', 'before');
  await assert.rejects(world.calls.start(session, startOf(bid.id)));
  await world.clock.advance(50 * 60_000);
  assert.equal((await world.tracking.operator.listOutbox()).length, 1);
  await world.clock.advance(11 * 60_000);
  assert.deepEqual(await world.tracking.operator.listOutbox(), []);
});

test('a filing and a cancellation that have to wait are a line each, for each reason once', async () => {
  await using world = await World.open();
  const { session, flight } = await world.startFlight();
  world.line.fail('filePirep', 'before');
  assert.equal((await world.calls.finish(session, finishUnnamed)).state, 'filing');
  await world.until(() => (world.line.asked.get('filePirep') ?? 0) > 3);
  assert.deepEqual(
    delayed(world).map(({ errand, reason: why }) => [errand, why]),
    [['finish', reason]],
  );
  world.line.heal();
  await world.until(async () => (await world.stateOf(flight.id)) === 'filed');
  const { session: other } = await world.startFlight('EDDF');
  world.line.fail('cancelPirep', 'before');
  await world.calls.cancel(other, { name: null, reason: null });
  await world.until(() => (world.line.asked.get('cancelPirep') ?? 0) > 3);
  assert.deepEqual(
    delayed(world).map(({ errand }) => errand),
    ['finish', 'cancel'],
  );
});

test('`outbox list` says of a failed start that it waits for the pilot', async () => {
  await using world = await World.with({ isServed: true });
  const session = await world.signIn();
  const bid = await world.bidFor(session);
  world.line.fail('openPirep', 'before');
  await assert.rejects(world.calls.start(session, startOf(bid.id)));
  await world.clock.advance(40_000);
  await world.until(async () => (await world.tracking.operator.listOutbox())[0]?.flight.state === 'abandoned');
  const { text } = await tracker(world.directory, 'outbox', 'list');
  assert.match(text, /abandoned +pilot .*The crew center is out of reach\./);
});
