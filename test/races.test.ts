import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Journal } from '../src/journal/journal.ts';
import { isRefusal, Refusal } from '../src/tracking/refusals.ts';
import { flightEvent, flownTrack, noFigures } from './flown.ts';
import { startOf, World } from './world.ts';

const zurich = { lat: 47.4581, lon: 8.5481 };
const cancun = { lat: 21.0365, lon: -86.8771 };
const finishUnnamed = { name: null, figures: noFigures, opening: null };
const track = (world: World, count = 20) =>
  flownTrack({ from: zurich, to: cancun, startAt: world.clock.now() - count * 10_000, count });

async function suspendedWorld() {
  const world = await World.open();
  const started = await world.startFlight();
  await world.clock.leap(31 * 60_000);
  assert.equal(await world.stateOf(started.flight.id), 'suspended');
  return { world, ...started };
}

test('the same reports twice at once, to a suspended flight: each is stored once', async () => {
  const { world, session } = await suspendedWorld();
  await using _world = world;
  const positions = track(world);
  const report = () => world.calls.report(session, { name: null, positions, opening: null });
  const results = await Promise.all([report(), report()]);
  assert.deepEqual(results.map((each) => [each.stored, each.duplicate]).sort(), [
    [0, 20],
    [20, 0],
  ]);
});

test('the same event twice at once, to a suspended flight, is stored once', async () => {
  const { world, session } = await suspendedWorld();
  await using _world = world;
  const events = [flightEvent(world.clock.now(), 'note')];
  const tell = () => world.calls.recordEvents(session, { name: null, events });
  const results = await Promise.all([tell(), tell()]);
  assert.deepEqual(results.map((each) => each.stored).sort(), [0, 1]);
});

test('a report and finish at once, to a suspended flight: what is acknowledged is in the PIREP', async () => {
  const { world, session } = await suspendedWorld();
  await using _world = world;
  const [reported, finished] = await Promise.allSettled([
    world.calls.report(session, { name: null, positions: track(world), opening: null }),
    world.calls.finish(session, finishUnnamed),
  ]);
  assert.ok(finished.status === 'fulfilled' && finished.value.state === 'filed');
  const stored = reported.status === 'fulfilled' ? reported.value.stored : 0;
  assert.equal(finished.value.receipt.pirep.positionCount, stored);
  if (reported.status === 'rejected') assert.ok(isRefusal(reported.reason, 'flight-ended'));
});

test('a start repeated while the server asks what became of it: one open flight, one open PIREP', async () => {
  await using world = await World.open();
  const session = await world.signIn();
  const bid = await world.bidFor(session);
  world.line.fail('openPirep', 'before', 1);
  await assert.rejects(world.calls.start(session, startOf(bid.id)));
  world.line.fail('findPirep', 'hangs', 1);
  await world.until(() => (world.line.asked.get('findPirep') ?? 0) === 1);
  world.line.fail('openPirep', 'hangs', 1);
  const starting = world.calls.start(session, startOf(bid.id));
  await world.clock.advance(0);
  world.line.heal();
  const { flight } = await starting;
  assert.equal(flight.flight.state, 'open');
  const open = world.pireps().filter((each) => each.state === 0);
  assert.deepEqual(
    open.map((each) => each.id),
    [flight.flight.pirepId],
  );
});

test('a PIREP whose loss is detected twice at once is opened again only once', async () => {
  await using world = await World.open({ trackEveryMs: 1_000 });
  const { session, flight } = await world.startFlight();
  world.embedded.crewCenter.database.prepare('DELETE FROM pireps').run();
  world.line.fail('findPirep', 'hangs');
  await world.calls.report(session, { name: null, positions: track(world), opening: null });
  await world.calls.recordEvents(session, { name: null, events: [flightEvent(world.clock.now(), 'note')] });
  await world.clock.advance(5_000);
  world.line.heal();
  await world.until(() => world.pireps().length > 0);
  await world.clock.advance(5_000);
  const now = await world.calls.readFlight(session, null);
  assert.deepEqual(now?.flight.formerPirepIds, [flight.pirepId]);
  assert.deepEqual(
    world.pireps().map((each) => each.id),
    [now?.flight.pirepId],
  );
});

test('cancelled while its lost PIREP is opened again: nothing stays open at the crew center', async () => {
  await using world = await World.open();
  const { session, flight } = await world.startFlight();
  world.embedded.crewCenter.database.prepare('DELETE FROM pireps').run();
  world.line.fail('openPirep', 'hangs', 1);
  await world.calls.report(session, { name: null, positions: track(world), opening: null });
  await world.until(() => (world.line.asked.get('openPirep') ?? 0) === 2);
  const cancelling = world.calls.cancel(session, { name: null, reason: null });
  await world.until(async () => (await world.stateOf(flight.id)) === 'cancelled');
  await world.clock.advance(100);
  world.line.heal();
  assert.equal((await cancelling).flight.state, 'cancelled');
  await world.clock.advance(5_000);
  assert.deepEqual(
    world.pireps().filter((each) => each.state === 0),
    [],
  );
});

test('a PIREP opened again gets everything even if the response to its opening was lost', async () => {
  await using world = await World.open();
  const { session } = await world.startFlight();
  const { database } = world.embedded.crewCenter;
  const rows = () => Number(database.prepare('SELECT count(*) AS n FROM acars').get()?.n);
  const tell = (...ages: number[]) => {
    const events = ages.map((age) => flightEvent(world.clock.now() - age, 'note', { message: `${age}` }));
    return world.calls.recordEvents(session, { name: null, events });
  };
  await tell(1, 2, 3);
  await world.until(() => rows() === 3);
  database.exec('DELETE FROM acars; DELETE FROM pireps');
  world.line.fail('openPirep', 'after', 1);
  await tell(4);
  await world.until(() => rows() >= 1);
  await world.clock.advance(180_000);
  assert.equal(rows(), 4);
});

test('a finish without a name, after one that waits for the operator, finds the flight that ended last', async () => {
  await using world = await World.open();
  const { session } = await world.startFlight('MMUN');
  world.line.fail('filePirep', 'refuses', 1);
  assert.equal((await world.calls.finish(session, finishUnnamed)).state, 'filing');
  await world.clock.advance(1_000);
  const bid = await world.bidFor(session, 'EDDF');
  const { flight } = await world.calls.start(session, startOf(bid.id));
  await world.clock.advance(1_000);
  assert.equal((await world.calls.finish(session, finishUnnamed)).state, 'filed');
  const again = await world.calls.finish(session, finishUnnamed);
  assert.equal(again.state, 'filed');
  assert.equal(again.flight.id, flight.flight.id);
});

test('finish twice at once on a full disk: both are told to try again, and one of them files it later', async () => {
  await using world = await World.open();
  const { session, flight } = await world.startFlight();
  const figures = { ...noFigures, notes: 'far more than fits into what the journal has. '.repeat(5_000) };
  Atomics.store(world.pageLimit, 0, 1);
  const asked = [1, 2].map(() => world.calls.finish(session, { ...finishUnnamed, figures }));
  for (const each of asked) await assert.rejects(each, (error) => isRefusal(error, 'journal-full'));
  assert.equal(await world.stateOf(flight.id), 'open');
  Atomics.store(world.pageLimit, 0, 0);
  assert.equal((await world.calls.finish(session, finishUnnamed)).state, 'filed');
});

test('a start repeated while the first is being stored is answered as the first: both are refused when it cannot be', async () => {
  const [asked, refuse] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isFull = true;
  const journal = (kept: Journal): Journal => {
    const saveFlight: Journal['saveFlight'] = async (flight, change) => {
      if (flight.state !== 'open' || !isFull) return kept.saveFlight(flight, change);
      asked.resolve();
      await refuse.promise;
      throw new Refusal('journal-full', { message: 'The journal is full.' });
    };
    return new Proxy(kept, {
      get(target, key) {
        if (key === 'saveFlight') return saveFlight;
        const value: unknown = Reflect.get(target, key);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  };
  await using world = await World.with({ journal });
  const session = await world.signIn();
  const bid = await world.bidFor(session);
  const first = world.calls.start(session, startOf(bid.id));
  await asked.promise;
  const second = world.calls.start(session, startOf(bid.id));
  isFull = false;
  refuse.resolve();
  for (const each of await Promise.allSettled([first, second]))
    assert.ok(each.status === 'rejected' && isRefusal(each.reason, 'journal-full'), each.status);
  const started = await world.calls.start(session, startOf(bid.id));
  assert.equal(started.flight.flight.state, 'open');
  const { stored } = await world.calls.report(session, { name: null, positions: track(world), opening: null });
  assert.equal(stored, 20);
});
