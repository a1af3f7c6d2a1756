import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Journal } from '../src/journal/journal.ts';
import { isRefusal } from '../src/tracking/refusals.ts';
import { flownTrack, noFigures } from './flown.ts';
import { startOf, World } from './world.ts';

const zurich = { lat: 47.4581, lon: 8.5481 };
const cancun = { lat: 21.0365, lon: -86.8771 };

/** How each of these calls is answered, in the order of the answers. */
function answersOf<T>(calls: readonly Promise<T>[], say: (value: T) => string): string[] {
  const answers: string[] = [];
  for (const call of calls) {
    call.then(
      (value) => answers.push(say(value)),
      (error: unknown) => answers.push(isRefusal(error) ? error.code : String(error)),
    );
  }
  return answers;
}

const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));
const busy = 'crew-center-unavailable';
const openPireps = (world: World) => world.pireps().filter(({ state }) => state === 0).length;

test('twenty equal starts through the crew center: three wait, the others are answered at once, one PIREP', async () => {
  await using world = await World.open();
  const session = await world.signIn();
  const bid = await world.bidFor(session);
  world.line.fail('openPirep', 'hangs', 1);
  const starts = times(20, () => world.calls.start(session, { ...startOf(bid.id), holdsWorker: true }));
  const answers = answersOf(starts, ({ resumed }) => (resumed ? 'resumed' : 'started'));
  await world.until(() => answers.length > 0);
  assert.deepEqual(answers, Array(17).fill(busy));
  world.line.heal();
  await Promise.allSettled(starts);
  assert.deepEqual(answers.slice(17).sort(), ['resumed', 'resumed', 'started']);
  assert.equal(world.line.asked.get('openPirep'), 1);
  assert.equal(openPireps(world), 1);
});

test('a call that waits behind another one of its pilot counts too, whatever it is', async () => {
  await using world = await World.open({ waitsHoldingWorkers: 1 });
  const session = await world.signIn();
  const [first, second] = await world.calls.listBids(session);
  assert.ok(first !== undefined && second !== undefined);
  world.line.fail('openPirep', 'hangs', 1);
  const holdsWorker = true;
  const positions = flownTrack({ from: zurich, to: cancun, startAt: world.clock.now() - 20_000, count: 2 });
  const opening = { freeFlight: null };
  const waits = world.calls.start(session, { ...startOf(first.id), holdsWorker });
  const others = [
    world.calls.start(session, { ...startOf(second.id), holdsWorker }),
    world.calls.cancel(session, { name: null, reason: null, holdsWorker }),
    world.calls.report(session, { name: null, positions, opening, holdsWorker }),
    world.calls.finish(session, { name: null, figures: { ...noFigures, flightTimeMin: 60 }, opening, holdsWorker }),
  ];
  const answers = answersOf<unknown>(others, () => 'done');
  await world.until(() => answers.length === 4);
  assert.deepEqual(answers, Array(4).fill(busy));
  world.line.heal();
  assert.equal((await waits).flight.flight.state, 'open');
});

test('starts in a queue are all answered 8 s after their arrival, not one after the other', async () => {
  await using world = await World.open();
  const session = await world.signIn();
  const bids = await world.calls.listBids(session);
  assert.ok(bids.length > 1);
  world.line.fail('openPirep', 'hangs');
  const began = world.clock.now();
  const answers = answersOf(
    bids.map((bid) => world.calls.start(session, startOf(bid.id))),
    () => 'started',
  );
  await world.until(() => answers.length === bids.length);
  assert.deepEqual(answers, Array(bids.length).fill(busy));
  assert.ok(world.clock.now() - began <= 10_000, `${world.clock.now() - began} ms`);
  world.line.heal();
});

test('a worker is free again once its call is answered', async () => {
  await using world = await World.open({ waitsHoldingWorkers: 1 });
  const session = await world.signIn();
  const bid = await world.bidFor(session);
  for (const _ of times(3, () => 0)) {
    const { flight } = await world.calls.start(session, { ...startOf(bid.id), holdsWorker: true });
    assert.equal(flight.flight.state, 'open');
    const cancelled = await world.calls.cancel(session, { name: null, reason: null, holdsWorker: true });
    assert.equal(cancelled.flight.intent, null);
  }
});

test('a start that comes while its flight is open does not wait for anything', async () => {
  await using world = await World.open({ waitsHoldingWorkers: 0 });
  const { session, bid } = await world.startFlight();
  const { resumed } = await world.calls.start(session, { ...startOf(bid.id), holdsWorker: true });
  assert.equal(resumed, true);
});

test('so is one that comes while something else of its open flight is on its way to the disk', async () => {
  const asked = Promise.withResolvers<void>();
  const journal = (kept: Journal): Journal => {
    const { saveFlight } = kept;
    kept.saveFlight = (flight, change) => {
      if (flight.said !== null) asked.resolve();
      return saveFlight.call(kept, flight, change);
    };
    return kept;
  };
  await using world = await World.with({ journal, tracking: { waitsHoldingWorkers: 0 } });
  const { session, bid, flight } = await world.startFlight();
  const described = world.calls.describe(session, {
    name: { flightId: flight.id },
    said: { ...noFigures, notes: 'x' },
  });
  await asked.promise;
  const { resumed } = await world.calls.start(session, { ...startOf(bid.id), holdsWorker: true });
  assert.equal(resumed, true);
  await described;
});
