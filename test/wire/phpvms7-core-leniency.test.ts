import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadConfig } from '../../src/config/config.ts';
import { coreWorld } from './core.ts';
import { position, prefiled, prefileOf } from './core-flight.ts';
import { positionsOf } from './served.ts';

// What real clients of phpVMS 7's API send and must not be refused for.

async function flying() {
  const world = await coreWorld();
  const ada = world.client();
  const { id } = await prefiled(world, ada);
  const stored = async () => {
    const [view] = await world.served.world.tracking.operator.listFlights({});
    return positionsOf(world.served, view?.flight.id ?? '');
  };
  const report = (...positions: readonly unknown[]) => ada.post(`/pireps/${id}/acars/position`, { positions });
  return { world, ada, id, stored, report };
}
const now = Date.UTC(2024, 3, 6, 10, 0, 0);

const oddPositions: readonly (readonly [string, object])[] = [
  ['local time with Z as sim_time', { sim_time: '2024-04-06T15:00:00Z' }],
  ['a malformed sim_time', { sim_time: '2026-3-4 T5:6:7 Z' }],
  ['a created_at far ahead', { created_at: '2031-01-01 00:00:00' }],
  ['a created_at of 1970', { created_at: '1970-01-01T00:00:00Z' }],
  ['a created_at that is none', { created_at: 'yesterday' }],
  ['free text as status', { status: 'enroute' }],
  ['a status nobody knows', { status: 'hovering over the lake' }],
  ['numbers as text', { lat: '47.46', lon: '8.55', gs: '120.0', heading: '277', fuel: '12000' }],
  ['empty texts', { gs: '', heading: '', altitude_msl: '', status: '', transponder: '', autopilot: '' }],
  ['nulls', { gs: null, heading: null, altitude_msl: null, altitude_agl: null, status: null, id: null, fuel: null }],
  ['a heading of 360 and beyond', { heading: 725.4 }],
  ['a negative heading', { heading: -3 }],
  ['a negative ground speed', { gs: -0.02 }],
  ['a distance of any meaning', { distance: 1e9 }],
  ['an autopilot that is a boolean, a squawk that is a number', { autopilot: true, transponder: 2000 }],
  ['members that nobody knows', { nosuch: { deep: [1] }, gear_up: true }],
  ['lists where numbers belong', { gs: [1], vs: {}, fuel: true }],
];
for (const [name, changes] of oddPositions) {
  test(`a position is stored: ${name}`, async () => {
    const { world, stored, report } = await flying();
    await using _world = world;
    const answer = await report(position(changes));
    assert.deepEqual([answer.status, answer.json], [200, { message: '1 positions added', attrs: [], count: 1 }]);
    const [one] = await stored();
    assert.ok(one !== undefined && Math.abs(one.recordedAt - now) < 1000, String(one?.recordedAt));
    assert.equal(one.distanceNm, null);
  });
}

test('created_at is the time of a point, whatever its offset; sim_time never is', async () => {
  const { world, stored, report } = await flying();
  await using _world = world;
  await report(
    position({ created_at: '2024-04-06 09:58:00', sim_time: '2024-04-06 20:00:00' }),
    position({ created_at: '2024-04-06T11:59:00.250+02:00' }),
  );
  assert.deepEqual(
    (await stored()).map(({ recordedAt }) => new Date(recordedAt).toISOString()),
    ['2024-04-06T09:58:00.000Z', '2024-04-06T09:59:00.250Z'],
  );
});

test('a point is known by its id within the PIREP; two of one second are two', async () => {
  const { world, ada, id, stored, report } = await flying();
  await using _world = world;
  const at = { created_at: '2024-04-06 09:58:00' };
  const first = [
    position({ id: 'a', ...at }),
    position({ id: 'b', ...at, lat: 47.5 }),
    position({ id: 'c', lat: 47.6 }),
  ];
  assert.equal((await report(...first)).json.count, 3);
  await world.served.world.clock.leap(300_000);
  assert.equal((await report(...first, position({ id: 'c', lat: 1 }))).json.count, 4, 'repeats count as added');
  assert.equal((await stored()).length, 3);
  await ada.send('PUT', `/pireps/${id}/cancel`);
  const other = await prefiled(world, ada, 'EDDF');
  const same = await ada.post(`/pireps/${other.id}/acars/position`, { positions: [position({ id: 'a' })] });
  assert.equal(same.json.count, 1);
  assert.equal((await stored()).length, 1, 'the id is of that PIREP alone');
});

test('one bad point keeps no other out; a list without a good one is 400', async () => {
  const { world, ada, id, stored, report } = await flying();
  await using _world = world;
  assert.equal((await report(position(), { lat: 91, lon: 8 }, { lon: 8 }, 7, position({ lat: 47.9 }))).json.count, 2);
  assert.equal((await stored()).length, 2);
  const bad = await report({ lon: 8 });
  assert.deepEqual([bad.status, Object.keys(bad.json.errors)], [400, ['positions.0.lat']]);
  for (const body of [{}, { positions: [] }, { positions: null }]) {
    const empty = await ada.post(`/pireps/${id}/acars/position`, body);
    assert.deepEqual([empty.status, Object.keys(empty.json.errors)], [400, ['positions']]);
  }
});

test('log lines of one second are all kept, and repeated ones are not added again', async () => {
  const { world, ada, id } = await flying();
  await using _world = world;
  const at = { created_at: '2024-04-06 09:58:00' };
  const logs = ['Doors closed', 'Beacon on', 'Pushback'].map((log) => ({ log, ...at }));
  const events = [
    { event: 'Takeoff', client_event_id: 'e1', ...at },
    { event: 'Gear up', client_event_id: 'e2', ...at },
  ];
  for (let time = 0; time < 2; time++) {
    assert.equal((await ada.post(`/pireps/${id}/acars/logs`, { logs })).json.count, 3);
    assert.equal((await ada.post(`/acars/${id}/events`, { events })).json.message, '2 logs added');
  }
  const read = await ada.get(`/acars/${id}/logs`);
  const lines = read.json.data.map(({ log }: { log: string }) => log).sort();
  assert.deepEqual(lines, ['Beacon on', 'Doors closed', 'Gear up', 'Pushback', 'Takeoff']);
});

const prefiles: readonly (readonly [string, object])[] = [
  ['empty and null members', { alt_airport_id: '', route: null, notes: '', level: 0, block_fuel: null, score: '' }],
  ['numbers as text and as fractions', { level: '350.0', planned_flight_time: '72.4', planned_distance: '12.5' }],
  ['a planned distance of 0, a state in words', { planned_distance: 0, state: 'in_progress', distance: 0.01 }],
  ['fields that are a list, fares that are none', { fields: [1], fares: 'none', flight_type: null }],
  ['ids as text', { airline_id: '1', aircraft_id: '1' }],
];
for (const [name, changes] of prefiles) {
  test(`a prefile is taken: ${name}`, async () => {
    await using world = await coreWorld();
    const answer = await world.client().post('/pireps/prefile', await prefileOf(world, 'MMUN', changes));
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.json.data.planned_distance.nmi > 0, true);
  });
}

test('an update of any words is taken, by every method, and changes nothing that it may not', async () => {
  const { world, ada, id } = await flying();
  await using _world = world;
  const bodies = [
    {},
    { state: 2, user_id: 2, source: 0, created_at: '2020-01-01', status: 'DX' },
    { status: null, fuel_used: '', flight_time: '12.0', landing_rate: 0, fields: null, fares: [{}], aircraft_id: 999 },
  ];
  for (const body of bodies) {
    for (const [method, path] of [
      ['PUT', ''],
      ['POST', ''],
      ['PATCH', ''],
      ['PUT', '/update'],
      ['POST', '/update'],
    ] as const) {
      const answer = await ada.send(method, `/pireps/${id}${path}`, body);
      assert.deepEqual([answer.status, answer.json?.data?.state], [200, 0], `${method} ${JSON.stringify(body)}`);
    }
  }
  const [row] = world.pireps();
  assert.deepEqual([row?.state, row?.user_id, row?.source], [0, 1, 1]);
});

test('too many requests are 429 with Retry-After', async () => {
  await using world = await coreWorld({ limits: loadConfig({}).limits });
  const ada = world.client();
  const answers = await Promise.all(Array.from({ length: 200 }, () => ada.get('/pireps/none')));
  const late = answers.find(({ status }) => status === 429) ?? assert.fail('none was refused');
  assert.match(String(late.headers['retry-after']), /^[1-9]\d*$/);
  assert.equal(late.json.error.status, 429);
});
