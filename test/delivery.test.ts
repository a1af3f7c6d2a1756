import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HostFlight, LiveRow } from '../src/platform/port.ts';
import type { Position, Report } from '../src/tracking/model.ts';
import { positionFields } from '../src/tracking/position/position.ts';
import { isRefusal } from '../src/tracking/refusals.ts';
import { flightEvent, position } from './flown.ts';
import { startOf, World } from './world.ts';

const parked = (world: World, seq: number) => position(world.clock.now(), { seq, receivedAt: world.clock.now() });

test('a crew center is told of a flight at a change of phase, and else once a minute while it reports', async () => {
  await using world = await World.open();
  const { session } = await world.startFlight();
  const told = () => world.line.asked.get('updatePirep') ?? 0;
  let seq = 0;
  const report = async (phase: string) => {
    seq += 1;
    await world.calls.report(session, {
      name: null,
      positions: [{ ...parked(world, seq), phase }],
      opening: null,
    });
    await world.clock.advance(2_000);
  };
  await report('boarding');
  assert.equal(told(), 1);
  for (let count = 0; count < 10; count++) await report('boarding');
  assert.equal(told(), 1);
  await report('taxi');
  assert.equal(told(), 2);
  await world.clock.advance(60_000);
  assert.equal(told(), 2, 'it was told of a flight that had not reported');
  await report('taxi');
  assert.equal(told(), 3);
});

test('a host that is slow to be told does not hold up its map', async () => {
  await using world = await World.open();
  const { session } = await world.startFlight();
  world.line.fail('updatePirep', 'hangs', 1);
  for (let seq = 1; seq <= 3; seq++) {
    await world.calls.report(session, { name: null, positions: [parked(world, seq)], opening: null });
    await world.clock.advance(1_000);
  }
  assert.equal(world.line.asked.get('deliverLive'), 3);
  assert.equal(world.line.asked.get('updatePirep'), 1);
});

test('a host without a track of its own is asked to take events only', async () => {
  await using world = await World.open();
  const { session } = await world.startFlight();
  await world.calls.report(session, { name: null, positions: [parked(world, 1), parked(world, 2)], opening: null });
  await world.clock.advance(61_000);
  const [live] = [...world.tracking.flights];
  assert.deepEqual(await world.tracking.operator.listOutbox(), []);
  assert.equal(world.line.asked.get('deliverTrack'), undefined);
  await world.calls.recordEvents(session, { name: null, events: [flightEvent(world.clock.now(), 'note')] });
  await world.until(() => world.line.asked.get('deliverTrack') === 1);
  assert.equal(live?.view().eventCount, 1);
});

test('a report that is not on disk yet when the track is delivered goes with the next one', async () => {
  await using world = await World.open({ trackEveryMs: 300 }, { track: true });
  const { session } = await world.startFlight();
  const numbers: number[] = [];
  world.line.onAnswer = (method, [, reports]) => {
    if (method === 'deliverTrack') numbers.push(...(reports as readonly Report[]).map((each) => each.number));
  };
  const report = (seq: number) =>
    world.calls.report(session, { name: null, positions: [parked(world, seq)], opening: null });
  for (let seq = 1; seq <= 3; seq++) {
    const asked = report(seq);
    await world.clock.advance(300);
    await asked;
  }
  await world.until(() => numbers.length === 3);
  assert.deepEqual(numbers, [1, 2, 3]);
});

test('the crew center gets every figure of each report as it was sent', async () => {
  await using world = await World.open({ trackEveryMs: 1_000 }, { track: true });
  const { session } = await world.startFlight();
  const delivered: Position[] = [];
  world.line.onAnswer = (method, [, reports]) => {
    if (method !== 'deliverTrack') return;
    for (const each of reports as readonly Report[]) if (each.kind === 'position') delivered.push(each.position);
  };
  const sent = [1, 2, 3].map((seq) => ({
    ...parked(world, seq),
    ...ownFigures(seq),
    recordedAt: world.clock.now() + seq,
  }));
  await world.calls.report(session, { name: null, positions: sent, opening: null });
  await world.until(() => delivered.length === 3);
  assert.deepEqual(delivered, sent);
});

/** A value of its own for every member that is a number: none can stand in the place of another, or of another report. */
function ownFigures(seq: number): Partial<Position> {
  const numbers = positionFields.filter(({ kind, name }) => kind === 'number' && name !== 'lat' && name !== 'lon');
  return Object.fromEntries(numbers.map(({ name }, index) => [name, index * 4 + seq]));
}

test('a PIREP that is opened again while the old one’s track is being delivered gets the whole track', async () => {
  await using world = await World.open({ trackEveryMs: 1_000 }, { track: true });
  const { session, flight } = await world.startFlight();
  const numbers: number[] = [];
  world.line.onAnswer = (method, [to, reports]) => {
    if (method === 'deliverTrack' && (to as HostFlight).pirepId !== flight.pirepId)
      numbers.push(...(reports as readonly Report[]).map((each) => each.number));
  };
  const report = (seq: number, phase: string) =>
    world.calls.report(session, { name: null, positions: [{ ...parked(world, seq), phase }], opening: null });
  await report(1, 'boarding');
  world.line.fail('deliverTrack', 'late', 1);
  await world.until(() => world.line.asked.get('deliverTrack') === 1);
  world.embedded.crewCenter.database.prepare('DELETE FROM pireps WHERE id = ?').run(flight.pirepId);
  await report(2, 'taxi');
  await world.until(() => [...world.tracking.flights].some((live) => live.flight.formerPirepIds.length > 0));
  await world.until(() => world.line.asked.get('openPirep') === 2);
  world.line.heal();
  await world.until(() => numbers.length >= 2);
  assert.deepEqual(numbers, [1, 2]);
});

test('what a full disk refused is not noted as delivered: the reports that get its numbers after a start are', async () => {
  await using world = await World.open({ trackEveryMs: 1_000 }, { track: true });
  const { session } = await world.startFlight();
  const seqs: (number | null)[] = [];
  const report = (...positions: Position[]) => world.calls.report(session, { name: null, positions, opening: null });
  await report(parked(world, 1));
  Atomics.store(world.pageLimit, 0, 1);
  // A page that is half full takes one more, so many come at once.
  const many = Array.from({ length: 400 }, (_, index) => parked(world, 2 + index));
  await assert.rejects(report(...many), (error) => isRefusal(error, 'journal-full'));
  Atomics.store(world.pageLimit, 0, 0);
  await world.clock.advance(5_000);
  await world.restart();
  // A new line to the crew center comes with the start.
  world.line.onAnswer = (method, [, reports]) => {
    if (method !== 'deliverTrack') return;
    for (const each of reports as readonly Report[]) if (each.kind === 'position') seqs.push(each.position.seq);
  };
  await report(parked(world, 2));
  await world.until(() => seqs.includes(2));
  assert.deepEqual(seqs, [2]);
});

test('the outbox counts what waits of each flight by itself, sealed or not', async () => {
  await using world = await World.open({ sealEvery: 3 }, { track: true });
  const one = await world.startFlight();
  const other = await world.signIn('ben@demo-air.example');
  const [bid] = await world.calls.listBids(other);
  await world.calls.start(other, startOf(bid?.id ?? ''));
  world.line.fail('deliverTrack', 'before');
  for (let count = 1; count <= 5; count++) {
    await world.calls.report(one.session, { name: null, positions: [parked(world, count)], opening: null });
    await world.calls.report(other, {
      name: null,
      positions: [parked(world, 2 * count), parked(world, 2 * count + 1)],
      opening: null,
    });
    if (count === 3) await world.clock.advance(11_000);
  }
  const counts = async () => (await world.tracking.operator.listOutbox()).map(({ undelivered }) => undelivered);
  await world.clock.advance(60_000);
  assert.deepEqual(await counts(), [5, 10]);
  await world.restart();
  world.line.fail('deliverTrack', 'before');
  await world.clock.advance(75_000);
  assert.deepEqual(await counts(), [5, 10]);
});

test('a flight that is as far as it should be is not in the outbox; one that is late is, until it has caught up', async () => {
  await using world = await World.open({}, { track: true });
  const { session } = await world.startFlight();
  const waiting = async () => (await world.tracking.operator.listOutbox()).map(({ lastError }) => lastError);
  for (let seq = 1; seq <= 4; seq++) {
    await world.calls.report(session, { name: null, positions: [parked(world, seq)], opening: null });
    assert.deepEqual(await waiting(), [], `report ${seq}`);
    await world.clock.advance(40_000);
  }
  world.line.fail('deliverTrack', 'before');
  await world.calls.report(session, { name: null, positions: [parked(world, 5)], opening: null });
  await world.clock.advance(60_000);
  assert.equal((await waiting()).length, 1);
  world.line.heal();
  await world.until(async () => (await waiting()).length === 0);
});

test('a flight that was cancelled with undelivered reports is not at hand after the next start', async () => {
  await using world = await World.open();
  const { session } = await world.startFlight();
  await world.calls.report(session, { name: null, positions: [parked(world, 1)], opening: null });
  await world.calls.cancel(session, { name: null, reason: null });
  await world.restart();
  assert.deepEqual(world.journal.initial.flights, []);
});

test('a flight whose lost PIREP the crew center will not open anew keeps no other flight waiting', async () => {
  await using world = await World.open({}, { track: true });
  const { session, flight } = await world.startFlight();
  const other = await world.signIn('ben@demo-air.example');
  const [bid] = await world.calls.listBids(other);
  const { flight: second } = await world.calls.start(other, startOf(bid?.id ?? ''));
  world.embedded.crewCenter.database.prepare('DELETE FROM pireps WHERE id = ?').run(flight.pirepId);
  world.line.fail('openPirep', 'refuses');
  const told = new Set<unknown>();
  world.line.onAnswer = (method, [asked]) => {
    if (method === 'deliverTrack') told.add((asked as { id: string }).id);
  };
  const events = () => [flightEvent(world.clock.now(), 'note')];
  await world.calls.recordEvents(session, { name: null, events: events() });
  await world.calls.recordEvents(other, { name: null, events: events() });
  await world.until(() => told.size > 0);
  assert.deepEqual([...told], [second.flight.id]);
  const [live] = [...world.tracking.flights];
  assert.deepEqual(live?.flight.formerPirepIds, []);
});

test('a row that the map of the crew center never takes is told of once, and is no trouble for the others', async () => {
  await using world = await World.open();
  const { session, flight } = await world.startFlight();
  world.line.fail('deliverLive', 'refuses');
  for (let seq = 1; seq <= 3; seq++) {
    await world.calls.report(session, { name: null, positions: [parked(world, seq)], opening: null });
    await world.clock.advance(1_000);
  }
  const told = (await world.journal.listAudit(10)).filter(({ action }) => action === 'live-row-refused');
  assert.deepEqual(
    told.map(({ actor, subject }) => [actor, subject]),
    [['server', flight.id]],
  );
});

test('a position that could not be stored is not shown on the crew center’s map', async () => {
  await using world = await World.open();
  const { session } = await world.startFlight();
  const shown: (number | null)[] = [];
  world.line.onAnswer = (method, [rows]) => {
    if (method === 'deliverLive') shown.push(...(rows as readonly LiveRow[]).map((row) => row.position.seq));
  };
  await world.calls.report(session, { name: null, positions: [parked(world, 1)], opening: null });
  Atomics.store(world.pageLimit, 0, 1);
  // A page that is half full takes one more, so many come at once.
  const many = Array.from({ length: 400 }, (_, index) => parked(world, 2 + index));
  const asked = world.calls.report(session, { name: null, positions: many, opening: null });
  await assert.rejects(asked, (error) => isRefusal(error, 'journal-full'));
  await world.clock.advance(1_000);
  Atomics.store(world.pageLimit, 0, 0);
  assert.deepEqual(shown, []);
  await world.calls.report(session, { name: null, positions: [parked(world, 2)], opening: null });
  await world.until(() => shown.length > 0);
  assert.deepEqual(shown, [2]);
});

test('a PIREP that was lost and is opened again is on the map of the crew center without another report', async () => {
  await using world = await World.open();
  const { session } = await world.startFlight();
  const [live] = [...world.tracking.flights];
  world.embedded.crewCenter.database.exec('DELETE FROM pireps');
  const shown: (string | null)[] = [];
  world.line.onAnswer = (method, [rows]) => {
    if (method === 'deliverLive') shown.push(...(rows as readonly LiveRow[]).map(({ flight }) => flight.pirepId));
  };
  const lost = live?.flight.pirepId;
  await world.calls.report(session, { name: null, positions: [parked(world, 1)], opening: null });
  for (let second = 0; second < 5; second++) await world.clock.advance(1_000);
  await world.until(() => live?.flight.pirepId !== lost && shown.at(-1) === live?.flight.pirepId);
  assert.deepEqual(shown, [lost, live?.flight.pirepId]);
});
