import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setStanding } from '../src/platform/embedded/pilot-standing.ts';
import { offered } from '../src/tracking/desk.ts';
import type { Charter, PirepDetail } from '../src/tracking/desk-model.ts';
import { isRefusal, type RefusalCode } from '../src/tracking/refusals.ts';
import { flownTrack, noFigures } from './flown.ts';
import { World } from './world.ts';

// What the core adds to the desk of a crew center.

async function refused(call: Promise<unknown>, code: RefusalCode): Promise<void> {
  await assert.rejects(call, (error) => isRefusal(error, code));
}

const charter: Charter = {
  airline: null,
  flightNumber: '77',
  departure: 'LSZH',
  arrival: 'LEPA',
  route: null,
  aircraftId: '3',
  cruiseAltitudeFt: null,
  kind: 'passenger',
  departureTime: null,
  arrivalTime: null,
};

test('a pilot who may no longer fly books nothing, also while the session still lasts; what is booked can be given up', async () => {
  await using world = await World.open();
  const session = await world.signIn();
  const { desk } = world.calls;
  const bid = await world.bidFor(session, 'EDDF');
  await setStanding(world.embedded.crewCenter, session.pilot.id, 'suspended');
  const wanted = { scheduleId: 'demo-dmo420', aircraftId: null };
  await refused(desk.book(session, wanted), 'pilot-not-allowed');
  await refused(desk.charter(session, charter), 'pilot-not-allowed');
  await refused(desk.chooseAircraft(session, bid.id, '3'), 'pilot-not-allowed');
  for (const call of ['book', 'charter', 'chooseAircraft'] as const)
    assert.equal(world.line.asked.get(call), undefined);
  await desk.unbook(session, bid.id);
  await setStanding(world.embedded.crewCenter, session.pilot.id, 'active');
  assert.equal((await desk.book(session, wanted)).plan.scheduleId, 'demo-dmo420');
  world.line.fail('readPilots', 'before');
  await refused(desk.book(session, wanted), 'crew-center-unavailable');
});

test('airports and fleet are looked up once a minute for each pilot, and anew when a bid has changed', async () => {
  await using world = await World.open();
  const [ada, ben] = [await world.signIn(), await world.signIn('ben@demo-air.example')];
  const { desk } = world.calls;
  const both = async (session: typeof ada) => {
    await Promise.all([desk.listAirports(session), desk.listFleet(session), desk.listFleet(session)]);
    return [world.line.asked.get('listAirports') ?? 0, world.line.asked.get('listFleet') ?? 0];
  };
  world.line.fail('listAirports', 'before', 1);
  await refused(desk.listAirports(ada), 'crew-center-unavailable');
  world.line.asked.clear();
  assert.deepEqual(await both(ada), [1, 1]);
  assert.deepEqual(await both(ada), [1, 1]);
  assert.deepEqual(await both(ben), [2, 2]);
  await world.clock.advance(59_000);
  assert.deepEqual(await both(ada), [2, 2]);
  const { id } = await desk.book(ada, { scheduleId: 'demo-dmo420', aircraftId: null });
  assert.deepEqual(await both(ada), [3, 3]);
  await desk.unbook(ada, id);
  assert.deepEqual(await both(ada), [4, 4]);
  await refused(desk.book(ada, { scheduleId: 'none', aircraftId: null }), 'not-found');
  assert.deepEqual(await both(ada), [5, 5], 'a booking whose response was lost may have happened');
  assert.deepEqual(await both(ben), [5, 5]);
  await world.clock.advance(60_000);
  assert.deepEqual(await both(ada), [6, 6]);
});

/** Files a flight with a track and a log; what the crew center returns of it is changed by `change`. */
async function filed(change: (pirep: PirepDetail) => PirepDetail) {
  const world = await World.with({
    desk: (own) => ({
      readPirep: async (pilotId, pirepId) => {
        const pirep = await offered(own, 'readPirep')(pilotId, pirepId);
        return pirep === null ? null : change(pirep);
      },
      listPireps: async (...asked) => {
        const page = await offered(own, 'listPireps')(...asked);
        return { ...page, items: page.items.map((pirep) => ({ ...pirep, ...change(pirep as PirepDetail) })) };
      },
    }),
  });
  const { session, flight } = await world.startFlight();
  const [from, to] = [
    { lat: 47.4581, lon: 8.5481 },
    { lat: 21.0365, lon: -86.8771 },
  ];
  const positions = flownTrack({ from, to, startAt: world.clock.now() - 500_000, count: 50 });
  // Not in the order in which they were flown.
  await world.calls.report(session, { name: null, positions: positions.toReversed(), opening: null });
  const figures = { ...noFigures, score: 91, route: 'DEGES', notes: 'Fine.', log: ['One', 'Two'] };
  await world.calls.finish(session, { name: null, figures, opening: null });
  return { world, session, pirepId: flight.pirepId ?? '', positions };
}

const bare = (pirep: PirepDetail): PirepDetail => ({
  ...pirep,
  track: [],
  log: [],
  notes: null,
  score: null,
  route: null,
  fuelUsedLb: null,
  landingRateFpm: null,
});

test('a PIREP whose crew center keeps no track, log and figures of it has those of the journal', async () => {
  const { world, session, pirepId, positions } = await filed(bare);
  await using _world = world;
  const pirep = await world.calls.desk.readPirep(session, pirepId);
  assert.deepEqual(
    pirep?.track.map(({ at, lat, lon }) => [at, lat.toFixed(5), lon.toFixed(5)]),
    positions.map(({ recordedAt, lat, lon }) => [recordedAt, lat.toFixed(5), lon.toFixed(5)]),
  );
  assert.deepEqual(pirep?.log.map(({ text }) => text).slice(-2), ['One', 'Two']);
  assert.deepEqual([pirep?.score, pirep?.route, pirep?.notes?.split('\n')[0]], [91, 'DEGES', 'Fine.']);
  const filter = { departure: null, arrival: null, state: null, aircraftId: null, from: null, to: null };
  const { items } = await world.calls.desk.listPireps(session, filter, { page: 1, perPage: 5 });
  assert.deepEqual(
    items.map(({ score, route }) => [score, route]),
    [[91, 'DEGES']],
  );
  const ben = await world.signIn('ben@demo-air.example');
  assert.equal(await world.calls.desk.readPirep(ben, pirepId), null);
});

test('what the crew center keeps is kept: its track, its log with times, its figures', async () => {
  const point = { at: 5, lat: 1, lon: 2, altitudeFt: 3, groundSpeedKt: 4, headingDeg: 5 };
  const own = { track: [point], log: [{ at: 7, text: 'Theirs' }], score: 12, route: 'THEIRS', notes: 'Theirs.' };
  const { world, session, pirepId } = await filed((pirep) => ({ ...pirep, ...own }));
  await using _world = world;
  const pirep = await world.calls.desk.readPirep(session, pirepId);
  const { track, log, score, route, notes } = pirep ?? assert.fail();
  assert.deepEqual({ track, log, score, route, notes }, own);
});

test('a log of which the crew center keeps the text alone comes from the journal, whole', async () => {
  const cut = [{ at: null, text: 'One, and then' }];
  const { world, session, pirepId } = await filed((pirep) => ({ ...pirep, log: cut }));
  await using _world = world;
  const pirep = await world.calls.desk.readPirep(session, pirepId);
  assert.ok(pirep?.log.some(({ text }) => text === 'Two'));
});

test('a PIREP that was not flown here stays as the crew center has it', async () => {
  const { world, session, pirepId } = await filed(bare);
  await using _world = world;
  world.embedded.crewCenter.database.exec(`UPDATE pireps SET id = 'another' WHERE id = '${pirepId}'`);
  const pirep = await world.calls.desk.readPirep(session, 'another');
  assert.deepEqual([pirep?.track, pirep?.log, pirep?.score], [[], [], null]);
});
