import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coreWorld } from './core.ts';
import { position, prefiled, prefileOf } from './core-flight.ts';

// How a flight of phpVMS 7's API ends: once, whole, and never twice, whatever happens to the server and the crew center.

const figures = { flight_time: 72, distance: 310.5, fuel_used: 5000, landing_rate: -181 };

async function flying() {
  const world = await coreWorld();
  const ada = world.client();
  const { id } = await prefiled(world, ada);
  assert.equal((await ada.post(`/pireps/${id}/acars/position`, { positions: [position()] })).status, 200);
  const state = async () => (await world.served.world.tracking.operator.listFlights({}))[0]?.flight.state;
  return { world, ada, id, state };
}

test('file files once, fifty at once and later again: 200 with the same PIREP', async () => {
  const { world, ada, id } = await flying();
  await using _world = world;
  const all = await Promise.all(Array.from({ length: 50 }, () => ada.post(`/pireps/${id}/file`, figures)));
  const later = await ada.post(`/pireps/${id}/file`, { ...figures, distance: 1 });
  assert.deepEqual(
    [...new Set([...all, later].map(({ status, json }) => `${status} ${json.data?.id} ${json.data?.distance.nmi}`))],
    [`200 ${id} 310.5`],
  );
  assert.deepEqual(
    world.pireps().map((row) => [row.id, row.flight_time, row.distance]),
    [[id, 72, 310.5]],
  );
});

test('with the crew center out of reach every call of a flight is 200, and the PIREP is filed once it is back', async () => {
  const { world, ada, id, state } = await flying();
  await using _world = world;
  const { clock, line } = world.served.world;
  line.fail('all', 'before');
  await clock.leap(120_000);
  const statuses = [
    await ada.post(`/pireps/${id}/update`, { status: 'ENR', fields: { Gate: 'B7' } }),
    await ada.post(`/pireps/${id}/acars/position`, { positions: [position({ lat: 47.9 })] }),
    await ada.post(`/pireps/${id}/acars/logs`, { logs: [{ log: 'Cruise' }] }),
    await ada.get(`/pireps/${id}`),
    await ada.post(`/pireps/prefile`, await prefileOf(world, 'MMUN')),
    await ada.post(`/pireps/${id}/file`, figures),
  ].map(({ status }) => status);
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 200]);
  assert.equal((await ada.get(`/pireps/${id}`)).json.data.state, 1);
  await clock.leap(3_600_000);
  line.heal();
  await world.served.world.until(async () => (await state()) === 'filed');
  const again = await ada.post(`/pireps/${id}/file`, figures);
  assert.deepEqual([again.status, again.json.data.id], [200, id]);
  assert.equal(world.pireps().length, 1);
  assert.equal(again.json.data.fields.Gate, 'B7');
});

for (const moment of ['before', 'after'] as const) {
  test(`killed while fifty file wait for the crew center (${moment} it filed), one PIREP is filed`, async () => {
    const { world, ada, id, state } = await flying();
    await using _world = world;
    const { line } = world.served.world;
    await ada.post(`/pireps/${id}/update`, { fields: { Gate: 'B7' }, block_fuel: 12_000 });
    line.fail('all', moment);
    const sent = Array.from({ length: 50 }, () => ada.post(`/pireps/${id}/file`, figures));
    assert.equal((await Promise.race(sent)).status, 200);
    const ended = Promise.allSettled(sent);
    await world.served.world.restart();
    await ended;
    line.heal();
    await world.served.world.until(async () => (await state()) === 'filed');
    assert.deepEqual(
      world.pireps().map((row) => [row.id, row.flight_time, row.block_fuel]),
      [[id, 72, 12_000]],
    );
    const fields = world.query(`SELECT value FROM pirep_field_values WHERE name = 'Gate'`);
    assert.deepEqual(
      fields.map(({ value }) => value),
      ['B7'],
      'what update said survives the restart',
    );
  });
}

test('a prefile after filing never hands out the filed PIREP', async () => {
  const { world, ada, id } = await flying();
  await using _world = world;
  const body = await prefileOf(world, 'MMUN');
  await ada.post(`/pireps/${id}/file`, figures);
  const again = await ada.post('/pireps/prefile', body);
  assert.ok([404, 409].includes(again.status), `${again.status} ${again.text}`);
  await world.served.world.clock.leap(601_000);
  const later = await ada.post('/pireps/prefile', body);
  assert.equal(later.status, 200, later.text);
  assert.notEqual(later.json.data.id, id);
  assert.deepEqual(
    world
      .pireps()
      .map(({ state }) => state)
      .sort(),
    [0, 2],
  );
});

test('a prefile again is the same PIREP; another flight meanwhile is refused, and taken once this one is cancelled', async () => {
  const { world, ada, id } = await flying();
  await using _world = world;
  assert.equal((await prefiled(world, ada)).id, id);
  const other = await ada.post('/pireps/prefile', await prefileOf(world, 'EDDF'));
  assert.deepEqual([other.status, other.json.pirep_id], [409, id]);
  const cancelled = await ada.send('DELETE', `/pireps/${id}/cancel`);
  assert.deepEqual(cancelled.json, { message: `PIREP ${id} cancelled`, attrs: [] });
  assert.equal((await ada.send('PUT', `/pireps/${id}/cancel`)).status, 200);
  for (const path of ['update', 'acars/position', 'acars/logs', 'file']) {
    const body = { ...figures, positions: [position()], logs: [{ log: 'x' }] };
    const late = await ada.post(`/pireps/${id}/${path}`, body);
    assert.deepEqual([late.status, late.json.type], [400, 'https://phpvms.net/errors/pirep-cancelled'], path);
  }
  assert.notEqual((await prefiled(world, ada, 'EDDF')).id, id);
});

test('reports after filing are taken and add nothing', async () => {
  const { world, ada, id } = await flying();
  await using _world = world;
  await ada.post(`/pireps/${id}/file`, figures);
  const late = await ada.post(`/pireps/${id}/acars/position`, { positions: [position()] });
  assert.deepEqual(late.json, { message: '0 positions added', attrs: [], count: 0 });
  const line = await ada.post(`/pireps/${id}/acars/logs`, { logs: [{ log: 'Blocks on' }] });
  assert.deepEqual([line.status, line.json.count], [200, 0]);
});

test('a flight of the pilot’s own making needs no bid', async () => {
  await using world = await coreWorld();
  const ada = world.client();
  const { flight_id: _, ...own } = await prefileOf(world, 'MMUN', { flight_number: '9001', arr_airport_id: 'EDDF' });
  const answer = await ada.post('/pireps/prefile', { ...own, route: 'degés n850', level: 350, planned_distance: 0 });
  assert.equal(answer.status, 200, answer.text);
  const { id } = answer.json.data;
  assert.equal((await ada.post('/pireps/prefile', own)).json.data.id, id, 'the same again');
  await ada.post(`/pireps/${id}/acars/position`, { positions: [position()] });
  assert.equal((await ada.post(`/pireps/${id}/file`, figures)).status, 200);
  const [row] = world.pireps();
  assert.deepEqual([row?.id, row?.flight_number, row?.arr_airport_id, row?.level], [id, '9001', 'EDDF', 350]);
});

test('a cancelled flight leaves no bid that prefile made, and keeps the one that the pilot made', async () => {
  await using world = await coreWorld();
  const ada = world.client();
  const bids = () => world.query('SELECT id FROM bids ORDER BY id');
  const before = bids();
  const schedules = () => world.query('SELECT id FROM flights WHERE deleted_at IS NULL').length;
  const schedulesBefore = schedules();
  const { flight_id: _, ...own } = await prefileOf(world, 'MMUN', { flight_number: '9001', arr_airport_id: 'EDDF' });
  const { id } = (await ada.post('/pireps/prefile', own)).json.data;
  assert.equal(bids().length, before.length + 1);
  assert.equal((await ada.send('PUT', `/pireps/${id}/cancel`)).status, 200);
  assert.deepEqual([bids(), schedules()], [before, schedulesBefore]);
  const booked = await prefiled(world, ada);
  assert.equal((await ada.send('PUT', `/pireps/${booked.id}/cancel`)).status, 200);
  assert.deepEqual(bids(), before);
});

test('a prefile that is refused leaves no bid that it made', async () => {
  await using world = await coreWorld();
  const ada = world.client();
  const bids = () => world.query('SELECT id FROM bids ORDER BY id');
  await prefiled(world, ada);
  const before = bids();
  const { flight_id: _, ...own } = await prefileOf(world, 'EDDF', { flight_number: '9001' });
  const refused = await ada.post('/pireps/prefile', own);
  assert.equal(refused.status, 409, refused.text);
  assert.deepEqual(bids(), before);
});
