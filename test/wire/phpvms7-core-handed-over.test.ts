import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coreHandedOver } from '../../src/contracts/phpvms7-core/phpvms7-core.ts';
import type { OwnApiCall } from '../../src/platform/own-api.ts';
import { type CoreWorld, coreWorld } from './core.ts';
import { prefileOf } from './core-flight.ts';

// The paths of a flight at the crew center's own address, as a web server hands them over: what Tracker does not track goes on.

/** What was passed on, and as whom. */
type Passed = OwnApiCall & { readonly pilotId: string | null };

function watch(world: CoreWorld, status = 200, body = '{"data":{"id":"theirs"}}'): Passed[] {
  const passed: Passed[] = [];
  world.served.world.line.ownApi = {
    contract: 'phpvms7-core',
    ask: async (pilotId, call) => {
      passed.push({ pilotId, ...call });
      return { status, body };
    },
  };
  return passed;
}

const open = async () => coreWorld({}, {}, coreHandedOver);
const odd = { state: 0, nested: { list: [1, null, 'é'] }, positions: 'none of ours', fields: { a: [1] } };

const calls: readonly (readonly [method: string, path: string, asked: string])[] = [
  ['POST', '/pireps/theirs/update', 'POST'],
  ['PUT', '/pireps/theirs/update', 'PUT'],
  ['PATCH', '/pireps/theirs', 'PUT'],
  ['POST', '/pireps/theirs/file', 'POST'],
  ['PUT', '/pireps/theirs/cancel', 'PUT'],
  ['DELETE', '/pireps/theirs/cancel', 'DELETE'],
  ['POST', '/pireps/theirs/acars/position', 'POST'],
  ['POST', '/pireps/theirs/acars/logs', 'POST'],
  ['POST', '/pireps/theirs/acars/events', 'POST'],
];
for (const [method, path, asked] of calls) {
  test(`handed over: ${method} ${path} of a PIREP that Tracker did not open goes on as it was sent`, async () => {
    await using world = await open();
    const passed = watch(world, 200, '{"anything":[1]}');
    const answer = await world.client().send(method, path, odd);
    assert.deepEqual([answer.status, answer.text], [200, '{"anything":[1]}']);
    assert.deepEqual(passed, [{ pilotId: '1', method: asked, path, body: odd }]);
  });
}

test('handed over: what the crew center refuses is refused in its words', async () => {
  await using world = await open();
  watch(world, 404, '{"title":"No query results"}');
  const answer = await world.client().post('/pireps/theirs/file', odd);
  assert.deepEqual([answer.status, answer.json], [404, { title: 'No query results' }]);
});

test('handed over: a prefile of vmsACARS goes on, and one while the module is switched off', async () => {
  await using world = await open();
  const passed = watch(world);
  const body = await prefileOf(world, 'MMUN', { source_name: 'vmsACARS 2.1' });
  assert.deepEqual((await world.client().post('/pireps/prefile', body)).json, { data: { id: 'theirs' } });
  await world.served.assume({ enabled: false });
  const other = { ...body, source_name: 'another client' };
  assert.equal((await world.client().post('/pireps/prefile', other)).status, 200);
  assert.deepEqual(
    passed.map(({ path, body: sent }) => [path, sent]),
    [
      ['/pireps/prefile', body],
      ['/pireps/prefile', other],
    ],
  );
});

test('handed over: a flight of ours stays here, from prefile to file', async () => {
  await using world = await open();
  const passed = watch(world);
  const ada = world.client();
  const { id } = (await ada.post('/pireps/prefile', await prefileOf(world, 'MMUN'))).json.data;
  const positions = [{ lat: 47.4, lon: 8.5 }];
  assert.equal((await ada.post(`/pireps/${id}/acars/position`, { positions })).json.count, 1);
  assert.equal((await ada.send('PUT', `/pireps/${id}/update`, { status: 'TXI' })).json.data.id, id);
  assert.equal((await ada.post(`/pireps/${id}/file`, { flight_time: 60 })).status, 400, 'checked as elsewhere');
  assert.equal((await ada.post(`/pireps/${id}/file`, { flight_time: 60, distance: 200 })).json.data.state, 2);
  assert.deepEqual(passed, []);
});

test('handed over: another pilot’s call on a flight of ours is refused here, which phpVMS would do', async () => {
  await using world = await open();
  const passed = watch(world);
  const { id } = (await world.client().post('/pireps/prefile', await prefileOf(world, 'MMUN'))).json.data;
  const ben = world.client('ben@demo-air.example');
  for (const path of ['update', 'file', 'acars/position', 'acars/logs'])
    assert.equal((await ben.post(`/pireps/${id}/${path}`, { distance: 1, flight_time: 1 })).status, 404, path);
  assert.equal((await ben.send('DELETE', `/pireps/${id}/cancel`)).status, 404);
  assert.equal((await world.client().get(`/pireps/${id}`)).json.data.state, 0);
  assert.deepEqual(passed, []);
});

test('handed over: the track for widgets needs no key', async () => {
  await using world = await open();
  const passed = watch(world);
  const answer = await world.clientWith({}).get('/pireps/theirs/acars/geojson');
  assert.equal(answer.status, 200);
  assert.deepEqual(
    passed.map(({ pilotId }) => pilotId),
    [null],
  );
  assert.equal((await world.clientWith({}).post('/pireps/theirs/update', {})).status, 401);
  assert.equal((await world.client().get('/user')).status, 404, 'the other paths are the crew center’s own');
});
