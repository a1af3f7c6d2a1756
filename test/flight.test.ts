import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRefusal } from '../src/tracking/refusals.ts';
import { flightEvent, flownTrack, noFigures, position } from './flown.ts';
import { startOf, World } from './world.ts';

const zurich = { lat: 47.4581, lon: 8.5481 };
const cancun = { lat: 21.0365, lon: -86.8771 };
const track = (world: World, count = 200) =>
  flownTrack({ from: zurich, to: cancun, startAt: world.clock.now() - count * 10_000, count });
const finishOf = (name: { flightId: string } | null = null) => ({ name, figures: noFigures, opening: null });

test('a flight from start to receipt: the PIREP is at the crew center, and its bid is gone', async () => {
  await using world = await World.open();
  const { session, bid, flight } = await world.startFlight();
  const positions = track(world);
  for (let at = 0; at < positions.length; at += 50) {
    const result = await world.calls.report(session, {
      name: null,
      positions: positions.slice(at, at + 50),
      opening: null,
    });
    assert.equal(result.stored, 50);
  }
  const result = await world.calls.finish(session, finishOf());
  assert.equal(result.state, 'filed');
  assert.equal(result.state === 'filed' && result.receipt.pirep.positionCount, 200);
  const [pirep] = world.pireps();
  assert.equal(pirep?.id, flight.pirepId);
  assert.equal(
    (await world.calls.listBids(session)).some((each) => each.id === bid.id),
    false,
  );
});

test('positions shuffled, overlapping and sent twice are stored once each, in order of time', async () => {
  await using world = await World.open();
  const { session, flight } = await world.startFlight();
  const positions = track(world, 300);
  const batches: (typeof positions)[] = [];
  for (let at = 0; at < positions.length; at += 20) batches.push(positions.slice(Math.max(0, at - 15), at + 20));
  const order = [...batches, ...batches].sort(
    (a, b) => (((a[0]?.seq ?? 0) * 7919) % 97) - (((b[0]?.seq ?? 0) * 7919) % 97),
  );
  let stored = 0;
  for (const batch of order)
    stored += (await world.calls.report(session, { name: null, positions: batch, opening: null })).stored;
  assert.equal(stored, 300);
  const reports = await world.journal.readReports(flight.number);
  const seqs = reports.flatMap((report) => (report.kind === 'position' ? [report.position.seq] : []));
  assert.deepEqual(
    seqs.sort((a, b) => (a ?? 0) - (b ?? 0)),
    positions.map((each) => each.seq),
  );
});

test('20 parallel starts of one bid from two sessions make one flight', async () => {
  await using world = await World.open();
  const sessions = [await world.signIn(), await world.signIn()];
  const bid = await world.bidFor(sessions[0] as never);
  const starts = Array.from({ length: 20 }, (_, index) =>
    world.calls.start(sessions[index % 2] as never, startOf(bid.id)),
  );
  const results = await Promise.all(starts);
  assert.equal(new Set(results.map((result) => result.flight.flight.id)).size, 1);
  assert.equal(results.filter((result) => !result.resumed).length, 1);
  assert.equal(world.pireps().length, 1);
});

test('50 parallel finishes make one PIREP and 50 equal receipts, 49 of them repeated', async () => {
  await using world = await World.open();
  const { session } = await world.startFlight();
  await world.calls.report(session, { name: null, positions: track(world), opening: null });
  const results = await Promise.all(Array.from({ length: 50 }, () => world.calls.finish(session, finishOf())));
  const receipts = results.map((result) => (result.state === 'filed' ? result.receipt : null));
  for (const receipt of receipts) assert.deepEqual(receipt, receipts[0]);
  assert.notEqual(receipts[0], null);
  assert.equal(results.filter((result) => result.state === 'filed' && result.repeated).length, 49);
  assert.equal(world.pireps().length, 1);
});

test('a receipt is found again by name, unnamed within 24 hours, after a restart; not by another pilot', async () => {
  await using world = await World.open();
  const { session, flight } = await world.startFlight();
  await world.calls.report(session, { name: null, positions: track(world), opening: null });
  const first = await world.calls.finish(session, finishOf());
  await world.restart();
  for (const name of [
    null,
    { flightId: flight.id },
    { pirepId: flight.pirepId ?? '' },
    { bidId: flight.bidId ?? '' },
  ]) {
    const again = await world.calls.finish(session, { name, figures: noFigures, opening: null });
    assert.deepEqual(again.state === 'filed' && again.receipt, first.state === 'filed' && first.receipt);
    assert.equal(again.state === 'filed' && again.repeated, true);
  }
  const ben = await world.signIn('ben@demo-air.example');
  for (const call of ['finish', 'cancel', 'readFlight'] as const) {
    const name = { flightId: flight.id };
    const asked =
      call === 'readFlight'
        ? world.calls.readFlight(ben, name)
        : world.calls[call](ben, { name, figures: noFigures, opening: null, reason: null });
    await assert.rejects(asked, (error) => isRefusal(error, 'flight-not-found'), call);
  }
  await world.clock.leap(25 * 3_600_000);
  const later = await world.signIn();
  await assert.rejects(world.calls.finish(later, finishOf()), (error) => isRefusal(error, 'no-open-flight'));
});

test('a position from the future is refused and named; the others of its batch are stored', async () => {
  await using world = await World.open();
  const { session } = await world.startFlight();
  const now = world.clock.now();
  const positions = [
    position(now, { seq: 1 }),
    position(now + 6 * 60_000, { seq: 2 }),
    position(now + 4 * 60_000, { seq: 3 }),
  ];
  const result = await world.calls.report(session, { name: null, positions, opening: null });
  assert.equal(result.stored, 2);
  assert.deepEqual(
    result.refused.map((each) => [each.index, Object.keys(each.fields)]),
    [[1, ['recordedAt']]],
  );
});

test('positions and events without number and time are of their arrival; the same again within a second are repeats', async () => {
  await using world = await World.open();
  const { session, flight } = await world.startFlight();
  const undated = (change = {}) => {
    const now = world.clock.now();
    return position(now, { seq: null, recordedAt: now, receivedAt: now, isDated: false, ...change });
  };
  const report = async (...positions: ReturnType<typeof undated>[]) => {
    const { stored, duplicate } = await world.calls.report(session, { name: null, positions, opening: null });
    return [stored, duplicate];
  };
  assert.deepEqual(await report(undated(), undated(), undated({ groundSpeedKt: 3 })), [2, 1]);
  await world.clock.advance(999);
  assert.deepEqual(await report(undated()), [0, 1]);
  assert.deepEqual(await report(undated({ altitudeMslFt: 1_500 })), [1, 0]);
  await world.clock.advance(1);
  assert.deepEqual(await report(undated()), [1, 0]);
  const { recordedAt, receivedAt } = undated();
  const events = [flightEvent(recordedAt, 'note', { isDated: false, receivedAt, message: 'Gear down' })];
  const tell = async () => (await world.calls.recordEvents(session, { name: null, events })).stored;
  assert.deepEqual([await tell(), await tell()], [1, 0]);
  const times = (await world.journal.readReports(flight.number)).map((each) => {
    return (each.kind === 'position' ? each.position : each.event).recordedAt - flight.startedAt;
  });
  assert.deepEqual(times, [0, 0, 999, 1_000, 1_000]);
});

test('another bid is refused while a flight is open, begins when the open one never flew and fell silent, not when it flew', async () => {
  await using world = await World.open();
  const { session, flight } = await world.startFlight();
  const other = await world.bidFor(session, 'EDDF');
  const startOther = () => world.calls.start(session, startOf(other.id));
  await assert.rejects(
    startOther(),
    (error) => isRefusal(error, 'flight-open') && error.detail.flight?.id === flight.id,
  );
  await world.clock.leap(31 * 60_000);
  await world.until(async () => (await world.stateOf(flight.id)) === 'suspended');
  const { flight: next } = await startOther();
  assert.equal(next.flight.bidId, other.id);
  assert.equal((await world.calls.readFlight(session, { flightId: flight.id }))?.flight.state, 'abandoned');
  await world.calls.report(session, { name: null, positions: track(world).slice(0, 100), opening: null });
  await world.clock.leap(31 * 60_000);
  const first = await world.bidFor(session);
  await assert.rejects(world.calls.start(session, startOf(first.id)), (error) => isRefusal(error, 'flight-open'));
});

test('a start that says so gives up a silent flight that has flown', async () => {
  await using world = await World.open();
  const { session, flight } = await world.startFlight();
  const other = await world.bidFor(session, 'EDDF');
  const startOther = () => world.calls.start(session, { ...startOf(other.id), replaces: 'suspended' });
  await world.calls.report(session, { name: null, positions: track(world).slice(0, 100), opening: null });
  await assert.rejects(startOther(), (error) => isRefusal(error, 'flight-open'));
  await world.clock.leap(31 * 60_000);
  await world.until(async () => (await world.stateOf(flight.id)) === 'suspended');
  assert.equal((await startOther()).flight.flight.bidId, other.id);
  assert.equal(await world.stateOf(flight.id), 'abandoned');
});

test('a silent flight is suspended, a report opens it again, and after three days it is given up', async () => {
  await using world = await World.open();
  const { session, flight } = await world.startFlight();
  await world.clock.leap(31 * 60_000);
  await world.until(async () => (await world.stateOf(flight.id)) === 'suspended');
  await world.calls.report(session, { name: null, positions: [position(world.clock.now())], opening: null });
  assert.equal(await world.stateOf(flight.id), 'open');
  await world.clock.leap(31 * 60_000);
  await world.until(async () => (await world.stateOf(flight.id)) === 'suspended');
  await world.clock.leap(70 * 3_600_000);
  for (let second = 0; second < 30; second++) {
    await world.clock.advance(1_000);
    await world.journal.barrier();
  }
  assert.equal(await world.stateOf(flight.id), 'suspended', 'its pilot has more time');
  await world.clock.leap(3 * 3_600_000);
  await world.until(async () => (await world.stateOf(flight.id)) === 'abandoned');
  await world.until(() => world.pireps()[0]?.state === 3);
});

test('a free flight that is started again in the words of its client is the same flight', async () => {
  await using world = await World.open();
  const session = await world.signIn();
  const { plan } = await world.bidFor(session);
  world.embedded.crewCenter.database
    .prepare(`INSERT OR REPLACE INTO tracker_config (name, value) VALUES ('bids_required', 'false')`)
    .run();
  await world.clock.advance(4_000);
  const asked = { departure: plan.departure.icao.toLowerCase(), arrival: plan.arrival.icao };
  const freeFlight = { ...asked, airline: null, flightNumber: 'DM123', registration: null, route: null };
  const request = { bidId: null, aircraft: null, registration: null };
  const aircraft = plan.aircraft?.id ?? 'A343';
  const start = () => world.calls.start(session, { ...request, freeFlight: { ...freeFlight, aircraft } });
  const first = await start();
  assert.equal(first.flight.flight.plan.flightNumber, '123');
  const again = await start();
  assert.deepEqual([again.resumed, again.flight.flight.id], [true, first.flight.flight.id]);
});

test('the network that a flight is flown on stays with it', async () => {
  await using world = await World.open();
  const session = await world.signIn();
  const [bid] = await world.calls.listBids(session);
  const { flight } = await world.calls.start(session, { ...startOf(bid?.id ?? ''), network: 'vatsim' });
  assert.equal(flight.flight.network, 'vatsim');
  assert.equal((await world.tracking.operator.readFlight(flight.flight.id))?.flight.network, 'vatsim');
});
