import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CoreWorld, coreWorld } from './core.ts';
import { position, prefiled } from './core-flight.ts';

// The arrival that the pilot says, and a flight that is filed by an update: so clients end a diverted one.

const figures = {
  flight_time: 72,
  distance: 310.5,
  fuel_used: 5000,
  block_fuel: 12_000,
  level: 36_000,
  landing_rate: -181,
  score: 96,
};
/** As AeroACARS ends a diverted flight. */
const diverted = {
  state: 1,
  source: 1,
  status: 'ONB',
  ...figures,
  source_name: 'AeroACARS/1.6.14',
  notes: 'DIVERT: EDDF → EDDM',
  arr_airport_id: 'EDDM',
  submitted_at: '2024-04-06T11:12:00+00:00',
  block_on_time: '2024-04-06T11:10:00+00:00',
};

async function flying(arrival = 'EDDF') {
  const world = await coreWorld();
  world.run(
    "UPDATE ranks SET auto_approve_acars = 1; UPDATE settings SET value = '1' WHERE id = 'pireps_handle_diversion'",
  );
  const ada = world.client();
  const { id } = await prefiled(world, ada, arrival);
  assert.equal((await ada.post(`/pireps/${id}/acars/position`, { positions: [position({ gs: 12 })] })).status, 200);
  const update = (body: object) => ada.post(`/pireps/${id}/update`, body);
  return { world, ada, id, update };
}

function placesOf(world: CoreWorld) {
  const [user] = world.query("SELECT curr_airport_id AS place FROM users WHERE email = 'ada@demo-air.example'");
  const [aircraft] = world.query(
    'SELECT c.airport_id AS place FROM aircraft c JOIN pireps p ON p.aircraft_id = c.id ORDER BY p.created_at DESC LIMIT 1',
  );
  return [user?.place, aircraft?.place];
}

const fieldsOf = (world: CoreWorld) =>
  Object.fromEntries(world.query('SELECT name, value FROM pirep_field_values').map(({ name, value }) => [name, value]));

test('an update with state 1 files the flight with its figures, once, and it waits for review', async () => {
  const { world, ada, id, update } = await flying();
  await using _world = world;
  const before = placesOf(world);
  await world.served.world.clock.advance(72 * 60_000);
  const answer = await update(diverted);
  assert.deepEqual([answer.status, answer.json.data.id, answer.json.data.state], [200, id, 1], answer.text);
  const sent = await ada.post(`/pireps/${id}/fields`, { fields: { 'Landing Rate': '-181', Gate: 'A12' } });
  assert.deepEqual([sent.status, sent.json.data.Gate], [200, 'A12'], sent.text);
  const read = (await ada.get(`/pireps/${id}`)).json.data;
  assert.deepEqual([read.state, read.status, read.arr_airport_id, read.flight_time], [1, 'ARR', 'EDDM', 72]);
  const again = [
    await update(diverted),
    await ada.post(`/pireps/${id}/file`, figures),
    await update({ ...diverted, distance: 1 }),
  ];
  assert.deepEqual(
    again.map(({ status, json }) => [status, json.data.id, json.data.distance.nmi]),
    Array(3).fill([200, id, 310.5]),
  );
  const [row, ...others] = world.pireps();
  assert.deepEqual(others, []);
  assert.deepEqual(
    [
      row?.id,
      row?.state,
      row?.status,
      row?.arr_airport_id,
      row?.flight_time,
      row?.distance,
      row?.level,
      row?.block_on_time,
    ],
    [id, 1, 'ARR', 'EDDM', 72, 310.5, 36_000, '2024-04-06 11:10:00'],
  );
  assert.deepEqual([fieldsOf(world).Gate, fieldsOf(world)['Landing Rate']], ['A12', '-181']);
  assert.deepEqual(placesOf(world), before, 'pilot and aircraft are moved when it is accepted');
  const bids = (await ada.get('/user/bids')).json.data.map(
    (each: { flight: { arr_airport_id: string } }) => each.flight.arr_airport_id,
  );
  assert.deepEqual(bids, ['MMUN'], 'its bid is gone');
});

test('twenty updates with state 1 and twenty file at once: one PIREP', async () => {
  const { world, ada, id, update } = await flying();
  await using _world = world;
  const all = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      index % 2 === 0 ? update(diverted) : ada.post(`/pireps/${id}/file`, figures),
    ),
  );
  assert.deepEqual([...new Set(all.map(({ status, json }) => `${status} ${json.data?.id}`))], [`200 ${id}`]);
  assert.equal(world.pireps().length, 1);
});

test('while the crew center is down it is filed later, with the fields that follow, and across a restart', async () => {
  const { world, ada, id, update } = await flying();
  await using _world = world;
  const { line, tracking } = world.served.world;
  line.fail('all', 'before');
  assert.equal((await update(diverted)).json.data.state, 1);
  assert.equal((await ada.post(`/pireps/${id}/fields`, { fields: { Gate: 'A12' } })).status, 200);
  assert.deepEqual((await ada.get(`/pireps/${id}`)).json.data.state, 1);
  assert.equal((await ada.get(`/pireps/${id}/fields`)).json.data.Gate, 'A12');
  assert.equal((await update({ status: 'ENR' })).status, 400, 'another update comes too late');
  line.heal();
  await world.served.world.until(async () => (await tracking.operator.listFlights({}))[0]?.flight.state === 'filed');
  const [row] = world.pireps();
  assert.deepEqual([row?.state, row?.arr_airport_id, fieldsOf(world).Gate], [1, 'EDDM', 'A12']);
});

const ways: readonly (readonly [string, object | null, object])[] = [
  ['file', null, { ...figures, arr_airport_id: 'EDDM' }],
  ['file, in small letters', null, { ...figures, arr_airport_id: ' eddm ' }],
  ['an update before file', { arr_airport_id: 'EDDM', status: 'DV' }, figures],
  ['file, over what an update said', { arr_airport_id: 'LEPA' }, { ...figures, arr_airport_id: 'EDDM' }],
];
for (const [name, said, filed] of ways)
  test(`the arrival that the pilot says is the PIREP's: ${name}`, async () => {
    const { world, ada, id, update } = await flying();
    await using _world = world;
    if (said !== null) {
      const place = (said as { arr_airport_id: string }).arr_airport_id;
      assert.equal((await update(said)).json.data.arr_airport_id, place);
      assert.equal((await ada.get('/user/pireps')).json.data[0].arr_airport_id, place);
    }
    const answer = await ada.post(`/pireps/${id}/file`, filed);
    assert.deepEqual([answer.status, answer.json.data.arr_airport_id], [200, 'EDDM'], answer.text);
    const [row] = world.pireps();
    assert.deepEqual([row?.state, row?.arr_airport_id, row?.dpt_airport_id], [2, 'EDDM', 'LSZH']);
    assert.deepEqual(placesOf(world), ['EDDM', 'EDDM'], 'accepted: pilot and aircraft are there');
    assert.equal(fieldsOf(world)['Diversion Airport'], undefined, 'the platform would divert it a second time');
  });

test('the planned arrival, when the pilot says it, is where the flight ended, wherever its track ends', async () => {
  const { world, ada, id } = await flying();
  await using _world = world;
  const track = [
    position({ gs: 140, altitude_msl: 5000, altitude_agl: 3500, lat: 48 }),
    position({ gs: 0, altitude_msl: 1600, altitude_agl: 0, lat: 48.35, lon: 11.78 }),
  ];
  for (const point of track) {
    await world.served.world.clock.advance(20 * 60_000);
    await ada.post(`/pireps/${id}/acars/position`, { positions: [point] });
  }
  await ada.post(`/pireps/${id}/file`, { ...figures, arr_airport_id: 'EDDF' });
  assert.equal(world.pireps()[0]?.arr_airport_id, 'EDDF');
});

const noOthers =
  "UPDATE airports SET deleted_at = '2024-01-01' WHERE lat BETWEEN 48 AND 48.6 AND lon BETWEEN 11 AND 12.5";
const handled = (flag: 0 | 1) => `UPDATE settings SET value = '${flag}' WHERE id = 'pireps_handle_diversion'`;
const diversions: readonly (readonly [name: string, change: string, filed: string])[] = [
  ['that the crew center handles', handled(1), 'EDDM'],
  ['that it does not handle', handled(0), 'EDDM'],
  ['to an airport that it does not have', noOthers, 'EDDF'],
];
for (const [name, change, filed] of diversions)
  test(`a PIREP has one arrival, read by itself as in the lists: a diversion ${name}`, async () => {
    const { world, ada, id } = await flying();
    await using _world = world;
    world.run(change);
    const said = async () => {
      const lists = ['/user/pireps', '/pireps'].map(async (path) => (await ada.get(path)).json.data[0]);
      const rows = await Promise.all([(await ada.get(`/pireps/${id}`)).json.data, ...lists]);
      return rows.map((row) => `${row.id === id} ${row.arr_airport_id} ${row.arr_airport.icao}`);
    };
    const stand = { gs: 0, altitude_msl: 1600, altitude_agl: 0, lat: 48.35, lon: 11.78 };
    for (const point of [{ gs: 140, altitude_msl: 5000, altitude_agl: 3500, lat: 48 }, stand, stand]) {
      await world.served.world.clock.advance(20 * 60_000);
      await ada.post(`/pireps/${id}/acars/position`, { positions: [position(point)] });
    }
    await world.served.world.clock.advance(2_000);
    assert.deepEqual(await said(), Array(3).fill('true EDDM EDDM'), 'before it is filed');
    await ada.post(`/pireps/${id}/file`, figures);
    assert.deepEqual(await said(), Array(3).fill(`true ${filed} ${filed}`), 'filed');
  });

for (const state of [0, 2, 3, 6, 'in_progress', '', null, true, [1], { a: 1 }])
  test(`state ${JSON.stringify(state)} in an update has no effect`, async () => {
    const { world, ada, id, update } = await flying();
    await using _world = world;
    assert.equal((await update({ ...diverted, state })).status, 200);
    assert.equal((await ada.get(`/pireps/${id}`)).json.data.state, 0);
  });

for (const place of ['', ' ', null, 0, 12, true, ['EDDM'], 'not an airport', 'EDDM; DROP', '<b>', 'TOOLONGCODE'])
  test(`arr_airport_id ${JSON.stringify(place)} is no arrival`, async () => {
    const { world, ada, id, update } = await flying();
    await using _world = world;
    assert.equal((await update({ arr_airport_id: place })).status, 200);
    assert.equal((await ada.post(`/pireps/${id}/file`, { ...figures, arr_airport_id: place })).status, 200);
    assert.equal(world.pireps()[0]?.arr_airport_id, 'EDDF');
  });
