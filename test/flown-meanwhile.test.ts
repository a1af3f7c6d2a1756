import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FinishResult } from '../src/tracking/calls.ts';
import type { ReportedFigures } from '../src/tracking/model.ts';
import { isRefusal, type RefusalCode } from '../src/tracking/refusals.ts';
import { flownTrack, noFigures, position } from './flown.ts';
import { World } from './world.ts';

// In contracts without a start: the crew center lists a bid until its flight is filed, and its answer is old when it arrives.

const zurich = { lat: 47.4581, lon: 8.5481 };
const cancun = { lat: 21.0365, lon: -86.8771 };
const opening = { freeFlight: null };
const hour: ReportedFigures = { ...noFigures, flightTimeMin: 60, log: ['Engine start', 'Engine stop'] };

const settings = { bidsRequired: false };
const airlines = [
  ['version 7', { kind: 'embedded', version: '7' }],
  ['version 5', { kind: 'embedded', version: '5' }],
] as const;

async function openWorld(crewCenter: (typeof airlines)[number][1]) {
  const world = await World.with({ config: { crewCenter } });
  const session = await world.signIn();
  const { bid } = await world.calls.latestBid(session);
  const other = (await world.calls.listBids(session)).find(({ id }) => id !== bid?.id);
  assert.ok(bid !== null && other !== undefined);
  const submit = (figures: Partial<ReportedFigures> = {}, name: { bidId: string } | null = null) =>
    world.calls.finish(session, { name, figures: { ...noFigures, ...figures }, opening });
  const report = (...positions: ReturnType<typeof position>[]) =>
    world.calls.report(session, { name: null, positions, opening });
  const filed = async () => (await world.tracking.operator.listFlights({ states: ['filed'] })).length;
  return { world, session, bid, other, submit, report, filed };
}

const receiptOf = (result: FinishResult) =>
  result.state === 'filed' ? result.receipt : assert.fail('it is not filed');
const refuses = (asked: Promise<unknown>, code: RefusalCode) =>
  assert.rejects(asked, (error) => isRefusal(error, code));

for (const [name, crewCenter] of airlines) {
  test(`${name}: a flight that is being filed opens no other one of its bid, however late its positions are dated`, async () => {
    const { world, bid, submit, report, filed } = await openWorld(crewCenter);
    await using _world = world;
    await report(...flownTrack({ from: zurich, to: cancun, startAt: world.clock.now() - 1_000_000, count: 100 }));
    world.line.fail('filePirep', 'hangs', 1);
    const submitted = submit();
    await world.until(() => world.line.asked.get('filePirep') === 1);
    await world.clock.advance(10_000);
    assert.equal((await submitted).state, 'filing');
    await refuses(report(position(world.clock.now() + 1_000)), 'flight-ended');
    assert.equal((await world.tracking.operator.listFlights({})).length, 1);
    world.line.heal();
    await world.until(async () => (await filed()) === 1);
    const again = await submit();
    assert.deepEqual([again.flight.bidId, again.state], [bid.id, 'filed']);
  });

  test(`${name}: submit_log again after a timeout is the same flight, though another bid waits`, async () => {
    const { world, bid, other, submit, filed } = await openWorld(crewCenter);
    await using _world = world;
    world.line.fail('filePirep', 'hangs', 1);
    const asked = [submit(hour), submit(hour)];
    await world.until(() => world.line.asked.get('filePirep') === 1);
    await world.clock.advance(10_000);
    for (const each of await Promise.all(asked)) assert.deepEqual([each.state, each.flight.bidId], ['filing', bid.id]);
    const waiting = submit(hour);
    world.line.heal();
    const first = receiptOf(await waiting);
    for (const figures of [hour, hour, {}]) assert.deepEqual(receiptOf(await submit(figures)), first);
    assert.equal(await filed(), 1);
    const next = await submit({ ...hour, flightTimeMin: 70 });
    assert.equal(next.flight.bidId, other.id);
    assert.equal(await filed(), 2);
  });

  test(`${name}: the same figures are another flight once it could have been flown`, async () => {
    const { world, other, submit } = await openWorld(crewCenter);
    await using _world = world;
    const figures = { flightTimeMin: 60 };
    const first = receiptOf(await submit(figures));
    await world.clock.leap(14 * 60_000);
    assert.deepEqual(receiptOf(await submit(figures)), first);
    await world.clock.leap(60_000);
    assert.equal((await submit(figures)).flight.bidId, other.id);
  });

  test(`${name}: submit_log that names its bid waits for the opening of its flight`, async () => {
    const { world, bid, submit } = await openWorld(crewCenter);
    await using _world = world;
    world.line.fail('openPirep', 'hangs', 1);
    const asked = [1, 2, 3].map(() => submit(hour, { bidId: bid.id }));
    await world.until(() => world.line.asked.get('openPirep') === 1);
    const late = submit(hour, { bidId: bid.id });
    world.line.heal();
    const receipts = await Promise.all([...asked, late].map(async (each) => receiptOf(await each)));
    assert.equal(new Set(receipts.map(({ pirepId }) => pirepId)).size, 1);
  });

  test(`${name}: a flight that is finished while it is asked whether another bid was begun stays finished`, async () => {
    const { world, submit, report, other, filed } = await openWorld(crewCenter);
    await using _world = world;
    await report(...flownTrack({ from: zurich, to: cancun, startAt: world.clock.now() - 1_000_000, count: 60 }));
    await world.clock.advance(5 * 60_000);
    world.line.fail('listBids', 'hangs', 1);
    const { lat, lon } = other.plan.departure;
    const gate = { lat: lat ?? 0, lon: lon ?? 0, onGround: true, groundSpeedKt: 0 };
    const late = report(position(world.clock.now(), gate));
    await world.until(() => (world.line.asked.get('listBids') ?? 0) > 1);
    const filedFirst = await submit();
    world.line.heal();
    await refuses(late, 'flight-filed');
    assert.equal(filedFirst.state, 'filed');
    assert.equal(await filed(), 1);
  });

  test(`${name}: of free flights each is filed once, by its own submit_log`, async () => {
    const { world, session, filed } = await openWorld(crewCenter);
    await using _world = world;
    world.line.settings = settings;
    await world.journal.barrier();
    await world.clock.advance(5_000);
    for (const { id } of await world.calls.listBids(session)) await world.calls.desk.unbook(session, id);
    const free = (flightNumber: string) => ({
      airline: null,
      flightNumber,
      departure: 'LSZH',
      arrival: 'EDDF',
      aircraft: 'A320',
      registration: null,
      route: null,
    });
    const submit = (flightNumber: string) =>
      world.calls.finish(session, { name: null, figures: hour, opening: { freeFlight: free(flightNumber) } });
    const first = await Promise.all([1, 2, 3].map(() => submit('71')));
    assert.equal(new Set(first.map(({ flight }) => flight.id)).size, 1);
    await world.clock.leap(3_600_000);
    assert.equal((await submit('71')).flight.id, first[0]?.flight.id);
    const second = await submit('72');
    assert.deepEqual([second.state, second.flight.plan.flightNumber], ['filed', '72']);
    assert.equal(await filed(), 2);
  });

  test(`${name}: what was flown while the crew center was down is stored, though the start was dropped meanwhile`, async () => {
    const { world, session, bid, submit } = await openWorld(crewCenter);
    await using _world = world;
    const kept = [0, 1_000].map((ms) => position(world.clock.now() + ms));
    const name = { bidId: bid.id };
    const report = () => world.calls.report(session, { name, positions: kept, opening });
    world.line.fail('openPirep', 'before');
    await refuses(report(), 'crew-center-unavailable');
    await world.clock.advance(40_000);
    const states = async () => (await world.tracking.operator.listFlights({})).map(({ flight }) => flight.state);
    await world.until(async () => (await states())[0] === 'abandoned');
    await world.journal.barrier();

    world.line.heal();
    assert.equal((await report()).stored, 2);
    assert.equal((await report()).duplicate, 2);
    assert.equal(receiptOf(await submit(hour, name)).pirep.positionCount, 2);
    await refuses(report(), 'flight-filed');
    assert.deepEqual((await states()).sort(), ['abandoned', 'filed']);
  });
}
