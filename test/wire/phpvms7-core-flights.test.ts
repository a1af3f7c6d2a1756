import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coreWorld } from './core.ts';
import { position, prefiled } from './core-flight.ts';

// A flight by the core API of phpVMS 7, with what real clients send of it.

test('a round: prefile, update, positions, logs, file', async () => {
  await using world = await coreWorld();
  const ada = world.client();
  const { id, ...pirep } = await prefiled(world, ada);
  assert.deepEqual(
    [pirep.state, pirep.status, pirep.dpt_airport_id, pirep.arr_airport_id, pirep.submitted_at],
    [0, 'INI', 'LSZH', 'MMUN', null],
  );
  const updated = await ada.post(`/pireps/${id}/update`, { status: 'TXI', fuel_used: 120.5, fields: { Gate: 'A12' } });
  assert.equal(updated.status, 200, updated.text);
  const reported = await ada.post(`/pireps/${id}/acars/position`, { positions: [position({ gs: 12 })] });
  assert.deepEqual(reported.json, { message: '1 positions added', attrs: [], count: 1 });
  assert.equal((await ada.get(`/pireps/${id}`)).json.data.status, 'TXI', 'a position has the status of the PIREP');
  const logged = await ada.post(`/pireps/${id}/acars/logs`, { logs: [{ log: 'Pushback' }, { log: 'Taxi' }] });
  assert.deepEqual(logged.json, { message: '2 logs added', attrs: [], count: 2 });
  const filed = await ada.post(`/pireps/${id}/file`, {
    flight_time: 72.0,
    distance: 310.5,
    fuel_used: 5000,
    block_fuel: '20000',
    landing_rate: -181.4,
    score: 96,
    fields: { 'Landing Rate': -181 },
  });
  assert.equal(filed.status, 200, filed.text);
  const { data } = filed.json;
  assert.equal(data.id, id);
  assert.ok(data.state === 1 || data.state === 2, String(data.state));
  assert.deepEqual(data.fuel_used, { kg: 2267.96, lbs: 5000 });
  const [row] = world.pireps();
  assert.deepEqual(
    [row?.id, row?.flight_time, row?.distance, row?.fuel_used, row?.block_fuel, row?.landing_rate, row?.score],
    [id, 72, 310.5, 5000, 20_000, -181.4, 96],
  );
  const fields = world.query(`SELECT name, value FROM pirep_field_values WHERE pirep_id = '${id}' ORDER BY name`);
  assert.ok(
    fields.some(({ name, value }) => name === 'Gate' && value === 'A12'),
    'a field of update',
  );
  assert.ok(
    fields.some(({ name, value }) => name === 'Landing Rate' && value === '-181'),
    'a field of file',
  );
  const lines = world.query(`SELECT log FROM acars WHERE pirep_id = '${id}' AND type = 2 ORDER BY created_at, id`);
  assert.ok(
    lines.some(({ log }) => log === 'Pushback'),
    JSON.stringify(lines),
  );
});

test('comments, fields, route and finances of a PIREP, by its pilot alone', async () => {
  await using world = await coreWorld();
  const ada = world.client();
  const { id } = await prefiled(world, ada);
  const said = await ada.post(`/pireps/${id}/comments`, { comment: 'Zürich <b>bumpy</b>' });
  assert.deepEqual(
    [said.status, said.json.data.comment, said.json.data.user.ident],
    [201, 'Zürich <b>bumpy</b>', 'DMO0001'],
  );
  assert.equal((await ada.get(`/pireps/${id}/comments`)).json.data.length, 1);
  const fixes = [
    { name: 'DEGES', order: 1, lat: 47.1, lon: 8.9 },
    { name: 'KUDES', order: 2, lat: '46.9', lon: 9.4 },
  ];
  assert.equal((await ada.post(`/pireps/${id}/route`, { route: fixes })).json.count, 2);
  const route = await ada.get(`/pireps/${id}/route`);
  assert.deepEqual(
    route.json.data.map(({ name }: { name: string }) => name),
    ['DEGES', 'KUDES'],
  );
  assert.equal((await ada.send('DELETE', `/pireps/${id}/route`)).status, 200);
  assert.deepEqual((await ada.get(`/pireps/${id}/route`)).json.data, []);
  await ada.post(`/pireps/${id}/fields`, { fields: { Gate: 'A12', Heavy: true, Nothing: null, List: [1] } });
  const fields = await ada.post(`/pireps/${id}/fields`, { fields: { Gate: 'B7' } });
  assert.deepEqual(fields.json.data, { Gate: 'B7', Heavy: '1' });
  assert.deepEqual((await ada.get(`/pireps/${id}/fields`)).json.data, { Gate: 'B7', Heavy: '1' });
  assert.deepEqual((await ada.get(`/pireps/${id}/finances`)).json.data, []);
  const ben = world.client('ben@demo-air.example');
  const others = await Promise.all([
    ...['', '/comments', '/fields', '/route', '/acars/position', '/acars/geojson'].map((path) =>
      ben.get(`/pireps/${id}${path}`),
    ),
    ben.post(`/pireps/${id}/comments`, { comment: 'x' }),
    ben.post(`/pireps/${id}/fields`, { fields: { Gate: 'X' } }),
    ben.send('DELETE', `/pireps/${id}/route`),
    ben.send('PUT', `/pireps/${id}/cancel`),
    ben.post(`/pireps/${id}/update`, { status: 'TXI' }),
    ben.post(`/pireps/${id}/file`, { flight_time: 1, distance: 1 }),
    ben.post(`/pireps/${id}/acars/position`, { positions: [position()] }),
  ]);
  assert.deepEqual(new Set(others.map(({ status }) => status)), new Set([404]));
  assert.equal((await ada.get(`/pireps/${id}/comments`)).json.data.length, 1);
});
