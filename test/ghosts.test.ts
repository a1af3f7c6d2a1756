import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FlightName, Position } from '../src/tracking/model.ts';
import { isRefusal, type RefusalCode } from '../src/tracking/refusals.ts';
import { flownTrack, noFigures, position } from './flown.ts';
import { World } from './world.ts';

// A contract without start and cancel: the first position opens a flight, and what comes late must not.

const zurich = { lat: 47.4581, lon: 8.5481 };
const cancun = { lat: 21.0365, lon: -86.8771 };
const opening = { freeFlight: null };

async function openedWorld() {
  const world = await World.open();
  const session = await world.signIn();
  const [mmun, eddf] = [await world.bidFor(session, 'MMUN'), await world.bidFor(session, 'EDDF')];
  const report = (name: FlightName | null, ...positions: Position[]) =>
    world.calls.report(session, { name, positions, opening });
  const submit = (name: FlightName | null, figures = noFigures) =>
    world.calls.finish(session, { name, figures, opening });
  const refuses = (asked: Promise<unknown>, code: RefusalCode) =>
    assert.rejects(asked, (error) => isRefusal(error, code));
  return { world, session, mmun, eddf, report, submit, refuses };
}

const track = (world: World) =>
  flownTrack({ from: zurich, to: cancun, startAt: world.clock.now() - 1_000_000, count: 100 });

test('the first position opens the flight of its bid; the next ones belong to it', async () => {
  const { world, mmun, report } = await openedWorld();
  await using _world = world;
  const [first, ...rest] = track(world);
  const opened = await report({ bidId: mmun.id }, first as Position);
  assert.equal(opened.view.flight.bidId, mmun.id);
  const next = await report({ bidId: mmun.id }, ...rest);
  assert.equal(next.view.flight.id, opened.view.flight.id);
  assert.equal(next.view.positionCount, 100);
});

test('many first positions at once open one flight', async () => {
  const { world, mmun, report } = await openedWorld();
  await using _world = world;
  const results = await Promise.all(track(world).map((each) => report({ bidId: mmun.id }, each)));
  assert.equal(new Set(results.map((result) => result.view.flight.id)).size, 1);
  assert.equal(world.pireps().length, 1);
});

test('a straggler after the filing opens nothing, whatever it names, and gets the receipt', async () => {
  const { world, mmun, report, submit, refuses } = await openedWorld();
  await using _world = world;
  const positions = track(world);
  const { view } = await report({ bidId: mmun.id }, ...positions);
  await submit({ bidId: mmun.id });
  const late = position(world.clock.now() - 1_000, { seq: 999 });
  const undated = position(world.clock.now(), { isDated: false });
  await refuses(report({ flightId: view.flight.id }, late), 'flight-filed');
  await refuses(report({ bidId: mmun.id }, position(world.clock.now() + 60_000)), 'flight-filed');
  await refuses(report(null, late), 'flight-filed');
  await refuses(report(null, undated), 'flight-filed');
  assert.equal(world.pireps().length, 1);
});

test('what names a flight by its id that the operator cancelled begins no other, though it names the bid, too', async () => {
  const { world, mmun, report, submit, refuses } = await openedWorld();
  await using _world = world;
  const { view } = await report({ bidId: mmun.id }, ...track(world).slice(0, 60));
  await world.tracking.operator.cancelFlight('ada@test', view.flight.id, 'cancelled by the operator');
  await world.clock.leap(3 * 60_000);
  const both = { flightId: view.flight.id, bidId: mmun.id };
  await refuses(report(both, position(world.clock.now())), 'flight-ended');
  await refuses(submit(both), 'flight-ended');
  await refuses(submit(both, { ...noFigures, flightTimeMin: 60 }), 'flight-ended');
  assert.equal(world.pireps().length, 1);
  const anew = await report({ bidId: mmun.id }, position(world.clock.now()));
  assert.notEqual(anew.view.flight.id, view.flight.id);
  await refuses(report(both, position(world.clock.now() + 1)), 'flight-ended');
});

test('an unnamed report that is newer than the end opens the latest bid; an undated one does after two minutes', async () => {
  const { world, mmun, eddf, report, submit } = await openedWorld();
  await using _world = world;
  await report({ bidId: mmun.id }, ...track(world));
  await submit(null);
  await world.clock.leap(3 * 60_000);
  const { view } = await report(null, position(world.clock.now(), { isDated: false }));
  assert.equal(view.flight.bidId, eddf.id);
});

test('a repeat of submit_log finds its receipt and files nothing', async () => {
  const { world, mmun, report, submit } = await openedWorld();
  await using _world = world;
  await report({ bidId: mmun.id }, ...track(world));
  const first = await submit({ bidId: mmun.id });
  const again = await submit({ bidId: mmun.id });
  assert.equal(again.state === 'filed' && again.repeated, true);
  assert.deepEqual(again.state === 'filed' && again.receipt, first.state === 'filed' && first.receipt);
  assert.equal(world.pireps().length, 1);
});

test('two bids never mix: while one is open the other is refused; the one that fell silent is given up for it', async () => {
  const { world, mmun, eddf, report, refuses } = await openedWorld();
  await using _world = world;
  const { view } = await report({ bidId: mmun.id }, ...track(world).slice(0, 60));
  await refuses(report({ bidId: eddf.id }, position(world.clock.now())), 'flight-open');
  await world.clock.leap(31 * 60_000);
  await world.until(async () => (await world.stateOf(view.flight.id)) === 'suspended');
  const next = await report({ bidId: eddf.id }, position(world.clock.now()));
  assert.equal(next.view.flight.bidId, eddf.id);
  assert.equal(await world.stateOf(view.flight.id), 'abandoned');
});

test("a pilot who quit yesterday's flight in the air gets today's: on the ground at the departure it begins anew", async () => {
  const { world, mmun, report } = await openedWorld();
  await using _world = world;
  const { view } = await report({ bidId: mmun.id }, ...track(world).slice(0, 60));
  await world.clock.leap(20 * 3_600_000);
  await world.until(async () => (await world.stateOf(view.flight.id)) === 'suspended');
  const today = await report({ bidId: mmun.id }, position(world.clock.now(), { ...zurich, onGround: true }));
  assert.notEqual(today.view.flight.id, view.flight.id);
  assert.equal(today.view.positionCount, 1);
  assert.equal(await world.stateOf(view.flight.id), 'abandoned');
});

test('a flight that is begun anew under its id is one of the same bid, whichever bid is the latest', async () => {
  for (const arrival of ['MMUN', 'EDDF']) {
    const { world, session, report } = await openedWorld();
    await using _world = world;
    const bid = await world.bidFor(session, arrival);
    const { view } = await report({ bidId: bid.id }, ...track(world).slice(0, 60));
    await world.clock.leap(20 * 3_600_000);
    await world.until(async () => (await world.stateOf(view.flight.id)) === 'suspended');
    const today = position(world.clock.now(), { ...zurich, onGround: true });
    const anew = await report({ flightId: view.flight.id }, today);
    assert.notEqual(anew.view.flight.id, view.flight.id);
    assert.equal(anew.view.flight.bidId, bid.id);
  }
});

test('a report names the network of a flight whose start could not, once', async () => {
  await using world = await World.open();
  const { session, flight } = await world.startFlight();
  assert.equal(flight.network, null);
  const report = (network: 'vatsim' | 'ivao') =>
    world.calls.report(session, {
      name: { flightId: flight.id },
      positions: [position(world.clock.now())],
      opening: { freeFlight: null, network },
    });
  const networks = (await Promise.all([report('vatsim'), report('vatsim')])).map(({ view }) => view.flight.network);
  assert.deepEqual(networks, ['vatsim', 'vatsim']);
  assert.equal((await report('ivao')).view.flight.network, 'vatsim');
  await world.restart();
  const again = await world.signIn();
  assert.equal((await world.calls.readFlight(again, null))?.flight.network, 'vatsim');
});

test('the same flight still in the air after a silence goes on', async () => {
  const { world, mmun, report } = await openedWorld();
  await using _world = world;
  const { view } = await report({ bidId: mmun.id }, ...track(world).slice(0, 60));
  await world.clock.leap(31 * 60_000);
  await world.until(async () => (await world.stateOf(view.flight.id)) === 'suspended');
  const next = await report({ bidId: mmun.id }, position(world.clock.now(), { lat: 40, lon: -30, onGround: false }));
  assert.equal(next.view.flight.id, view.flight.id);
});

test('submit_log without any position before it files the bid from what it carries, and asks for the flight time', async () => {
  const { world, mmun, submit, refuses } = await openedWorld();
  await using _world = world;
  await refuses(submit({ bidId: mmun.id }), 'invalid');
  const result = await submit({ bidId: mmun.id }, { ...noFigures, flightTimeMin: 640 });
  assert.equal(result.state === 'filed' && result.receipt.pirep.flightTimeMin, 640);
  assert.equal(result.state === 'filed' && result.receipt.pirep.positionCount, 0);
  assert.equal(world.pireps().length, 1);
});

test('a report that names nothing, with no bid left, has nothing to open', async () => {
  const { world, mmun, eddf, submit, report, refuses } = await openedWorld();
  await using _world = world;
  for (const bid of [mmun, eddf]) await submit({ bidId: bid.id }, { ...noFigures, flightTimeMin: 60 });
  await world.clock.leap(3 * 60_000);
  await refuses(report(null, position(world.clock.now())), 'no-open-flight');
});

test('a first position that the crew center never answered opens the flight when it is sent again', async () => {
  const { world, mmun, report, refuses } = await openedWorld();
  await using _world = world;
  const [first] = track(world);
  for (const name of [{ bidId: mmun.id }, null]) {
    world.line.fail('openPirep', 'before', 1);
    await refuses(report(name, first as Position), 'crew-center-unavailable');
  }
  const { stored, view } = await report({ bidId: mmun.id }, first as Position);
  assert.equal(stored, 1);
  assert.deepEqual(
    world.pireps().map((each) => each.id),
    [view.flight.pirepId],
  );
});

test('a submit_log by the id of a flight that was given up, and by its bid, files that bid, if it says enough', async () => {
  const { world, mmun, report, submit, refuses } = await openedWorld();
  await using _world = world;
  const { view } = await report({ bidId: mmun.id }, position(world.clock.now()));
  await world.tracking.operator.releaseFlight('operator', view.flight.id, 'It was given up.');
  const both = { flightId: view.flight.id, bidId: mmun.id };
  await refuses(submit(both), 'invalid');
  const filed = await submit(both, { ...noFigures, flightTimeMin: 60 });
  assert.equal(filed.state, 'filed');
  assert.notEqual(filed.flight.id, view.flight.id);
});

test('a client that goes on by the id of a flight that was given up, and by its bid, opens one flight more and no other', async () => {
  const { world, mmun, report } = await openedWorld();
  await using _world = world;
  const given = await report({ bidId: mmun.id }, position(world.clock.now()));
  const { id } = given.view.flight;
  await world.tracking.operator.releaseFlight('operator', id, 'It was given up.');
  const ids = new Set<string>();
  for (let count = 0; count < 3; count++) {
    await world.clock.advance(10_000);
    const next = await report({ flightId: id, bidId: mmun.id }, position(world.clock.now()));
    ids.add(next.view.flight.id);
  }
  assert.equal(ids.size, 1);
  assert.equal([...world.tracking.flights].length, 1);
  assert.equal(world.pireps().length, 2);
});
