import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRefusal } from '../src/tracking/refusals.ts';
import { flightEvent, flownTrack, noFigures, position } from './flown.ts';
import type { Fault } from './unreliable.ts';
import { startOf, World } from './world.ts';

const zurich = { lat: 47.4581, lon: 8.5481 };
const cancun = { lat: 21.0365, lon: -86.8771 };
const track = (world: World, count = 200) =>
  flownTrack({ from: zurich, to: cancun, startAt: world.clock.now() - count * 10_000, count });
const finishUnnamed = { name: null, figures: noFigures, opening: null };

for (const fault of ['before', 'after'] satisfies Fault[]) {
  test(`start with the crew center lost ${fault} its answer: 503, then the same flight, one PIREP`, async () => {
    await using world = await World.open();
    const session = await world.signIn();
    const bid = await world.bidFor(session);
    world.line.fail('openPirep', fault, 1);
    await assert.rejects(world.calls.start(session, startOf(bid.id)), (error) =>
      isRefusal(error, 'crew-center-unavailable'),
    );
    const { flight } = await world.calls.start(session, startOf(bid.id));
    assert.equal(flight.flight.state, 'open');
    assert.deepEqual(
      world.pireps().map((each) => each.id),
      [flight.flight.pirepId],
    );
  });

  test(`a crash at start, lost ${fault} the answer: what the crew center made is the flight, one PIREP`, async () => {
    await using world = await World.open();
    const session = await world.signIn();
    const bid = await world.bidFor(session);
    world.line.fail('openPirep', fault, 1);
    await assert.rejects(world.calls.start(session, startOf(bid.id)));
    await world.restart();
    const { flight } = await world.calls.start(session, startOf(bid.id));
    assert.equal(flight.flight.state, 'open');
    assert.equal(world.pireps().length, 1);
  });

  test(`a crash at start that nobody repeats, lost ${fault} the answer, leaves nothing half-open`, async () => {
    await using world = await World.open();
    const session = await world.signIn();
    const bid = await world.bidFor(session);
    world.line.fail('openPirep', fault, 1);
    await assert.rejects(world.calls.start(session, startOf(bid.id)));
    await world.restart();
    await world.until(() => [...world.tracking.flights].every((live) => live.flight.state !== 'starting'));
    const open = await world.calls.readFlight(session, null);
    assert.equal(open === null, fault === 'before');
    assert.equal(world.pireps().filter((each) => each.state === 0).length, fault === 'before' ? 0 : 1);
  });

  test(`finish with the crew center lost ${fault} its answer is accepted, and filed once`, async () => {
    await using world = await World.open();
    const { session } = await world.startFlight();
    await world.calls.report(session, { name: null, positions: track(world), opening: null });
    world.line.fail('filePirep', fault, 2);
    const first = await world.calls.finish(session, finishUnnamed);
    assert.equal(first.state, 'filing');
    await world.until(async () => (await world.stateOf(first.flight.id)) === 'filed');
    const again = await world.calls.finish(session, finishUnnamed);
    assert.equal(again.state, 'filed');
    assert.deepEqual(
      world.pireps().map((each) => each.state),
      [2],
    );
  });

  test(`a crash at finish, lost ${fault} the answer: filed once, one receipt for ever`, async () => {
    await using world = await World.open();
    const { session, flight } = await world.startFlight();
    await world.calls.report(session, { name: null, positions: track(world), opening: null });
    world.line.fail('filePirep', fault, 1);
    await world.calls.finish(session, finishUnnamed);
    await world.restart();
    await world.until(async () => (await world.stateOf(flight.id)) === 'filed');
    const receipts = await Promise.all([1, 2].map(() => world.calls.finish(session, finishUnnamed)));
    assert.deepEqual(receipts[0], receipts[1]);
    assert.equal(world.pireps().length, 1);
  });

  test(`a crash at cancel, lost ${fault} the answer: cancelled at the crew center, and repeated here`, async () => {
    await using world = await World.open();
    const { session } = await world.startFlight();
    world.line.fail('cancelPirep', fault, 1);
    const first = await world.calls.cancel(session, { name: null, reason: 'weather' });
    assert.equal(first.flight.state, 'cancelled');
    await world.restart();
    await world.until(() => world.pireps()[0]?.state === 3);
    const again = await world.calls.cancel(session, { name: null, reason: null });
    assert.equal(again.repeated, true);
  });
}

test('a crew center that hangs: finish answers in time, and files when it goes on', async () => {
  await using world = await World.open();
  const { session, flight } = await world.startFlight();
  world.line.fail('filePirep', 'hangs', 1);
  const finishing = world.calls.finish(session, finishUnnamed);
  await world.until(() => (world.line.asked.get('filePirep') ?? 0) === 1);
  await world.clock.advance(8_000);
  assert.equal((await finishing).state, 'filing');
  world.line.heal();
  await world.until(async () => (await world.stateOf(flight.id)) === 'filed');
  assert.equal(world.line.asked.get('filePirep'), 1);
});

test('a crew center that is down for the whole flight loses nothing', async () => {
  await using world = await World.open();
  const { session, flight } = await world.startFlight();
  world.line.fail('all', 'before');
  await world.calls.report(session, { name: null, positions: track(world), opening: null });
  await world.calls.recordEvents(session, {
    name: null,
    events: [flightEvent(world.clock.now(), 'note', { message: 'hello' })],
  });
  assert.equal((await world.calls.finish(session, finishUnnamed)).state, 'filing');
  await world.restart(60_000);
  world.line.fail('all', 'before', 3);
  await world.until(async () => (await world.stateOf(flight.id)) === 'filed');
  const filed = await world.calls.finish(session, finishUnnamed);
  assert.equal(filed.state === 'filed' && filed.receipt.pirep.positionCount, 200);
  assert.deepEqual(filed.state === 'filed' && filed.receipt.pirep.log.map((line) => line.text), ['hello']);
});

test('a no for good sets the filing aside, where the operator sees it and can retry', async () => {
  await using world = await World.open();
  const { session, flight } = await world.startFlight();
  world.line.fail('filePirep', 'refuses', 1);
  assert.equal((await world.calls.finish(session, finishUnnamed)).state, 'filing');
  const [entry] = await world.tracking.operator.listOutbox();
  assert.equal(entry?.flight.id, flight.id);
  assert.equal(entry?.lastError, 'The crew center says no.');
  await world.clock.advance(120_000);
  assert.equal(world.line.asked.get('filePirep'), 1);
  await world.tracking.operator.retryOutbox('operator@test', flight.id);
  assert.equal(await world.stateOf(flight.id), 'filed');
});

test('a PIREP that the crew center lost during the flight is opened again; the old id remains a name', async () => {
  await using world = await World.open();
  const { session, flight } = await world.startFlight();
  world.embedded.crewCenter.database.prepare('DELETE FROM pireps').run();
  await world.calls.report(session, { name: null, positions: track(world), opening: null });
  await world.until(() => world.pireps().length === 1);
  const now = await world.calls.readFlight(session, { pirepId: flight.pirepId ?? '' });
  assert.equal(now?.flight.id, flight.id);
  assert.notEqual(now?.flight.pirepId, flight.pirepId);
  const filed = await world.calls.finish(session, { ...finishUnnamed, name: { pirepId: flight.pirepId ?? '' } });
  assert.equal(filed.state === 'filed' && filed.receipt.pirepId, world.pireps()[0]?.id);
});

test('a PIREP that the crew center cancelled ends the flight as cancelled', async () => {
  await using world = await World.open();
  const { session, flight } = await world.startFlight();
  world.embedded.crewCenter.database.prepare(`UPDATE pireps SET state = 3`).run();
  await world.calls.report(session, { name: null, positions: track(world).slice(0, 5), opening: null });
  await world.until(async () => (await world.stateOf(flight.id)) === 'cancelled');
  const asked = world.calls.report(session, {
    name: { flightId: flight.id },
    positions: [position(world.clock.now())],
    opening: null,
  });
  await assert.rejects(asked, (error) => isRefusal(error, 'flight-ended'));
});

test('a pilot who may no longer fly: the session ends, the flight is suspended and kept', async () => {
  await using world = await World.open();
  const { session, flight } = await world.startFlight();
  world.embedded.crewCenter.database.prepare('UPDATE users SET state = 4 WHERE id = ?').run(Number(session.pilot.id));
  await world.until(async () => (await world.stateOf(flight.id)) === 'suspended');
  assert.equal((await world.tracking.operator.listSessions()).length, 0);
  await assert.rejects(world.signIn(), (error) => isRefusal(error, 'pilot-not-allowed'));
});

test('failed logins make the next wait, longer and longer, also after a restart; the right one from elsewhere goes through', async () => {
  await using world = await World.open();
  const wrong = () => world.signIn('ada@demo-air.example', 'wrong');
  for (let tries = 0; tries < 10; tries++) await assert.rejects(wrong(), (error) => isRefusal(error, 'wrong-login'));
  const wait = async () => {
    let seconds = 0;
    await assert.rejects(wrong(), (error) => {
      seconds = isRefusal(error, 'login-throttled') ? (error.detail.retryAfterS ?? 0) : 0;
      return seconds > 0;
    });
    return seconds;
  };
  const first = await wait();
  await world.restart();
  assert.ok((await wait()) > 0);
  await world.clock.leap(first * 1000);
  await assert.rejects(wrong(), (error) => isRefusal(error, 'wrong-login'));
  assert.ok((await wait()) > first);
});

test('reports are sealed under way: repeats of sealed ones are still known, and the PIREP counts every one', async () => {
  await using world = await World.open({ sealEvery: 50 });
  const { session } = await world.startFlight();
  const positions = track(world);
  await world.calls.report(session, { name: null, positions: positions.slice(0, 120), opening: null });
  await world.clock.advance(11_000);
  await world.restart();
  const again = await world.calls.report(session, { name: null, positions, opening: null });
  assert.deepEqual([again.stored, again.duplicate], [80, 120]);
  const filed = await world.calls.finish(session, finishUnnamed);
  assert.equal(filed.state === 'filed' && filed.receipt.pirep.positionCount, 200);
});

test('finishes that hold workers of the crew center do not all wait for it', async () => {
  await using world = await World.open({ waitsHoldingWorkers: 2 });
  const { session, flight } = await world.startFlight();
  world.line.fail('filePirep', 'hangs', 1);
  const finishes = Array.from({ length: 5 }, () =>
    world.calls.finish(session, { ...finishUnnamed, holdsWorker: true }),
  );
  const states: string[] = [];
  for (const each of finishes) each.then((result) => states.push(result.state));
  await world.until(() => states.length === 3);
  assert.deepEqual(states, ['filing', 'filing', 'filing']);
  world.line.heal();
  await Promise.all(finishes);
  assert.equal(await world.stateOf(flight.id), 'filed');
  assert.deepEqual(states.slice(3), ['filed', 'filed']);
});
