import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CoreClient, type CoreWorld, coreWorld } from './core.ts';
import { prefiled } from './core-flight.ts';
import { inBatches, pointsOf, type QueuedPoint } from './core-queue.ts';

// A queue that is sent after an outage: every point once, in its own time, and the right arrival.

interface Row {
  readonly lat: number;
  readonly created_at: string;
}

const minute = 60_000;

async function flying() {
  const world = await coreWorld();
  world.run(
    "UPDATE ranks SET auto_approve_acars = 1; UPDATE settings SET value = '1' WHERE id = 'pireps_handle_diversion'",
  );
  const ada = world.client();
  const { id } = await prefiled(world, ada, 'EDDF');
  return { world, ada, id, clock: world.served.world.clock };
}

async function report(client: CoreClient, id: string, positions: readonly object[]): Promise<void> {
  const answer = await client.post(`/pireps/${id}/acars/position`, { positions });
  assert.deepEqual([answer.status, answer.json.count], [200, positions.length], answer.text);
}

async function track(client: CoreClient, id: string): Promise<readonly Row[]> {
  return (await client.get(`/pireps/${id}/acars/position`)).json.data;
}

/** By how many seconds the times of these rows differ from those of the points, which they must be in this order. */
function errorsS(rows: readonly Row[], points: readonly QueuedPoint[]): readonly number[] {
  assert.deepEqual(
    rows.map(({ lat }) => lat.toFixed(4)),
    points.map(({ lat }) => lat.toFixed(4)),
    'every point once, in order',
  );
  return rows.map(
    ({ created_at }, index) => Math.abs(Date.parse(created_at) - Date.parse(points[index]?.sim_time ?? '')) / 1000,
  );
}

async function file(world: CoreWorld, client: CoreClient, id: string) {
  const answer = await client.post(`/pireps/${id}/file`, { distance: 160, flight_time: 60, fuel_used: 5000 });
  assert.equal(answer.status, 200, answer.text);
  const [pirep] = world.pireps();
  const [user] = world.query("SELECT curr_airport_id AS place FROM users WHERE email = 'ada@demo-air.example'");
  return { pirep, places: [pirep?.arr_airport_id, user?.place] };
}

test('an hour offline, all in one request: each point has its own time, and the flight landed where it did', async () => {
  const { world, ada, id, clock } = await flying();
  await using _world = world;
  const points = pointsOf(clock.now(), 150);
  await report(ada, id, points.slice(0, 1));
  await clock.advance(60 * minute);
  await report(ada, id, points.slice(1));
  const errors = errorsS(await track(ada, id), points);
  assert.ok(Math.max(...errors) <= 1, `${errors}`);
  const { pirep, places } = await file(world, ada, id);
  assert.deepEqual(places, ['EDDF', 'EDDF']);
  assert.ok(!String(pirep?.notes).includes('could have reached'), String(pirep?.notes));
  const takeoff = world.query("SELECT value FROM pirep_field_values WHERE name = 'Takeoff Time'")[0]?.value;
  assert.ok(Date.parse(String(takeoff)) - Date.parse('2024-04-06T10:00:00Z') < 12 * minute, String(takeoff));
});

test('the queue of an hour in several requests, one after the other: each point has its own time', async () => {
  const { world, ada, id, clock } = await flying();
  await using _world = world;
  const points = pointsOf(clock.now(), 20);
  await report(ada, id, points.slice(0, 1));
  await clock.advance(60 * minute);
  for (const batch of inBatches(points.slice(1), 50)) {
    await report(ada, id, batch);
    await clock.advance(10_000);
  }
  const errors = errorsS(await track(ada, id), points);
  assert.ok(Math.max(...errors) <= 1, `${Math.max(...errors)}`);
  assert.deepEqual((await file(world, ada, id)).places, ['EDDF', 'EDDF']);
});

for (const hours of [-7, 9])
  test(`the clock of the pilot’s machine is ${hours} hours off: the differences count alone`, async () => {
    const { world, ada, id, clock } = await flying();
    await using _world = world;
    const points = pointsOf(clock.now() + hours * 60 * minute, 150);
    const shifted = points.map((point) => ({
      ...point,
      sim_time: new Date(Date.parse(point.sim_time) - hours * 60 * minute).toISOString(),
    }));
    await report(ada, id, points.slice(0, 1));
    await clock.advance(60 * minute);
    await report(ada, id, points.slice(1));
    assert.ok(Math.max(...errorsS(await track(ada, id), shifted)) <= 1);
  });

test('a sign of life before the queue takes no time from it', async () => {
  const { world, ada, id, clock } = await flying();
  await using _world = world;
  const points = pointsOf(clock.now(), 150);
  await report(ada, id, points.slice(0, 1));
  await clock.advance(60 * minute);
  assert.equal((await ada.post(`/pireps/${id}/update`, { status: 'ONB' })).status, 200);
  assert.equal((await ada.post(`/pireps/${id}/acars/logs`, { logs: [{ log: 'Back online' }] })).status, 200);
  await report(ada, id, points.slice(1));
  assert.ok(Math.max(...errorsS(await track(ada, id), points)) <= 1);
});

test('no point is dated before the newest of the flight, nor before its start', async () => {
  const { world, ada, id, clock } = await flying();
  await using _world = world;
  const start = clock.now();
  await clock.advance(30 * minute);
  const points = pointsOf(start - 30 * minute, 150);
  await report(ada, id, points.slice(0, 12));
  await clock.advance(5 * minute);
  await report(ada, id, points.slice(12));
  const times = (await track(ada, id)).map(({ created_at }) => Date.parse(created_at));
  assert.deepEqual(
    times,
    [...times].sort((one, other) => one - other),
  );
  assert.ok((times[0] ?? 0) >= start);
  assert.ok(times.slice(12).every((at) => at >= (times[11] ?? 0)));
});

const undatable: readonly (readonly [string, (point: QueuedPoint, index: number) => object])[] = [
  ['no sim_time', ({ sim_time: _time, ...rest }) => rest],
  ['a sim_time that is none', (point) => ({ ...point, sim_time: 'noon' })],
  ['a time of day', (point) => ({ ...point, sim_time: point.sim_time.slice(11, 19) })],
  ['a sim_time that goes back', (point, index) => ({ ...point, sim_time: `2024-04-06T10:${59 - index}:00Z` })],
  ['one point without', (point, index) => (index === 9 ? { ...point, sim_time: null } : point)],
];
for (const [name, change] of undatable)
  test(`${name}: the queue has its time of arrival, and nothing is concluded from that`, async () => {
    const { world, ada, id, clock } = await flying();
    await using _world = world;
    const points = pointsOf(clock.now(), 150);
    await report(ada, id, points.slice(0, 1));
    await clock.advance(60 * minute);
    await report(ada, id, points.slice(1).map(change));
    const rows = await track(ada, id);
    assert.equal(rows.length, points.length, 'every point once');
    assert.equal(new Set(rows.slice(1).map(({ created_at }) => created_at)).size, 1);
    const { pirep, places } = await file(world, ada, id);
    assert.deepEqual([...places, pirep?.landing_rate], ['EDDF', 'EDDF', null]);
  });

test('a flight that ended elsewhere is diverted, also by its queue', async () => {
  const { world, ada, id, clock } = await flying();
  await using _world = world;
  // The same way, shorter: it ends at Stuttgart.
  const points = pointsOf(clock.now(), 60).map((point) => ({
    ...point,
    lat: 47.4581 + (point.lat - 47.4581) * 0.478,
    lon: 8.5481 + (point.lat - 47.4581) * 0.2611,
  }));
  await report(ada, id, points.slice(0, 1));
  await clock.advance(60 * minute);
  await report(ada, id, points.slice(1));
  assert.deepEqual((await file(world, ada, id)).places, ['EDDS', 'EDDS']);
});

test('points that differ only in their ids are points of their own', async () => {
  const { world, ada, id } = await flying();
  await using _world = world;
  const same = Array.from({ length: 5 }, (_, index) => ({ id: `p${index}`, lat: 47.46, lon: 8.55, gs: 0 }));
  await report(ada, id, same);
  await report(ada, id, same);
  assert.equal((await track(ada, id)).length, 5);
});

test('a point without an id that names the simulator’s clock is one, however often it comes, also after a kill', async () => {
  const { world, ada, id, clock } = await flying();
  await using _world = world;
  const odd = { lat: '47.46', lon: '8.55', gs: 14.6, sim_time: '2026-3-4 T5:6:7 Z' };
  await report(ada, id, [odd]);
  await clock.advance(minute);
  await report(ada, id, [odd]);
  await world.served.world.restart(minute);
  await report(ada, id, [odd, { ...odd, sim_time: '2026-3-4 T5:6:12 Z' }]);
  assert.equal((await track(ada, id)).length, 2);
});

test('a request that was stored when the server was killed, sent again with what came since: every point once', async () => {
  const { world, ada, id, clock } = await flying();
  await using _world = world;
  const points = pointsOf(clock.now(), 150);
  await report(ada, id, points.slice(0, 1));
  await clock.advance(30 * minute);
  await report(ada, id, points.slice(1, 13));
  await world.served.world.restart(minute);
  await clock.advance(29 * minute);
  await report(ada, id, points.slice(1));
  await report(ada, id, points.slice(1));
  const errors = errorsS(await track(ada, id), points);
  assert.ok(Math.max(...errors) <= 1, `${errors}`);
  assert.deepEqual((await file(world, ada, id)).places, ['EDDF', 'EDDF']);
});

test('a killed server knows the pilot’s clock again by what it stored: a long queue has its times', async () => {
  const { world, ada, id, clock } = await flying();
  await using _world = world;
  const points = pointsOf(clock.now(), 20);
  await report(ada, id, points.slice(0, 1));
  await clock.advance(60 * minute);
  const [first = [], ...others] = inBatches(points.slice(1), 50);
  await report(ada, id, first);
  await world.served.world.restart();
  for (const batch of others) await report(ada, id, batch);
  assert.ok(Math.max(...errorsS(await track(ada, id), points)) <= 1);
});
