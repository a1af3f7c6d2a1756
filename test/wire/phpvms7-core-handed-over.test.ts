import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coreHandedOver } from '../../src/contracts/phpvms7-core/phpvms7-core.ts';
import type { OwnApiCall } from '../../src/platform/own-api.ts';
import { Refusal } from '../../src/tracking/refusals.ts';
import { type CoreWorld, coreWorld } from './core.ts';
import { prefileOf } from './core-flight.ts';

// The paths of a flight at the crew center's own address, as a web server hands them over: what Tracker does not track goes on.

/** What was passed on, and as whom. */
type Passed = OwnApiCall & { readonly pilotId: string | null };

/** PIREPs of the crew center by their ids, with the ids of their pilots. */
type HostPireps = Readonly<Record<string, string>>;

function watch(world: CoreWorld, status = 200, body = '{"data":{"id":"theirs"}}', pireps: HostPireps = {}): Passed[] {
  const passed: Passed[] = [];
  const known = Object.entries({ theirs: '1', ...pireps });
  world.served.world.line.ownApi = {
    contract: 'phpvms7-core',
    findPirep: async (id) => {
      const [pirepId, pilotId] = known.find(([each]) => weightOf(each) === weightOf(id)) ?? [];
      return pirepId === undefined || pilotId === undefined ? null : { pirepId, pilotId };
    },
    ask: async (pilotId, call) => {
      passed.push({ pilotId, ...call });
      return { status, body };
    },
  };
  return passed;
}

/** As `utf8mb4_unicode_ci` compares: without case, accents, what has no weight, and spaces at the end. */
const weightOf = (id: string) =>
  id
    .normalize('NFKD')
    .replaceAll(/[\p{Cc}\p{Cf}\p{M}]/gu, '')
    .trimEnd()
    .toLowerCase();

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

for (const userAgent of ['phpVMS-Go-Client/1.0', 'phpVMS-Python-Client/1.0.0'])
  test(`handed over: ${userAgent} names vmsACARS as its source, and flies here`, async () => {
    await using world = await open();
    const passed = watch(world);
    const { headers } = world.client();
    const client = world.clientWith({ ...headers, 'user-agent': userAgent });
    const body = await prefileOf(world, 'MMUN', { source_name: 'vmsacars' });
    const { id } = (await client.post('/pireps/prefile', body)).json.data;
    assert.equal((await client.get(`/pireps/${id}`)).json.data.state, 0);
    assert.deepEqual(passed, []);
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

/** Ids that phpVMS takes for this one, and paths to other calls in its place. */
const spellings: readonly (readonly [name: string, spell: (id: string) => string])[] = [
  ['lower case', (id) => id.toLowerCase()],
  ['upper case', (id) => id.toUpperCase()],
  ['other case', (id) => id.replaceAll(/[a-z]/gi, (c) => (c < 'a' ? c.toLowerCase() : c.toUpperCase()))],
  ['space behind', (id) => `${id}%20`],
  ['space in front', (id) => `%20${id}`],
  ['plus behind', (id) => `${id}+`],
  ['NUL behind', (id) => `${id}%00`],
  ['line feed behind', (id) => `${id}%0a`],
  ['zero-width space', (id) => `${id}%E2%80%8B`],
  ['soft hyphen', (id) => `%C2%AD${id}`],
  ['accent', (id) => `${id}%CC%81`],
  ['full width', (id) => encodeURIComponent(String.fromCodePoint(id.charCodeAt(0) + 0xfee0)) + id.slice(1)],
  ['slash and another call', (id) => `${id}%2fcancel`],
  ['slash and its second case', (id) => `${id}%2Fcancel`],
  ['backslash', (id) => `${id}%5ccancel`],
  ['a way up', (id) => `..%2fpireps%2f${id}`],
  ['a way up and down', (id) => `x%2f..%2f${id}`],
  ['encoded twice', (id) => `${id}%2520`],
  ['question mark', (id) => `${id}%3fa=b`],
  ['semicolon', (id) => `${id};a`],
];
for (const [name, spell] of spellings)
  test(`handed over: no spelling of another pilot’s PIREP goes on: ${name}`, async () => {
    await using world = await open();
    const { id } = (await world.client().post('/pireps/prefile', await prefileOf(world, 'MMUN'))).json.data;
    const passed = watch(world, 200, '{}', { [id]: '1' });
    const ben = world.client('ben@demo-air.example');
    const each: readonly (readonly [method: string, path: string])[] = [
      ...[['PUT', 'cancel'] as const, ['DELETE', 'cancel'] as const, ['POST', 'update'] as const],
      ...[['POST', 'file'] as const, ['POST', 'acars/position'] as const, ['POST', 'acars/logs'] as const],
    ];
    for (const [method, path] of [...each, ['PUT', ''] as const]) {
      const { status } = await ben.send(method, `/pireps/${spell(id)}${path === '' ? '' : `/${path}`}`, {
        distance: 1,
      });
      assert.ok([400, 404, 405].includes(status), `${method} ${path}: ${status}`);
    }
    assert.deepEqual(passed, []);
    assert.equal((await world.client().get(`/pireps/${id}`)).json.data.state, 0);
  });

test('handed over: another pilot’s PIREP that Tracker did not open is changed by nobody else', async () => {
  await using world = await open();
  const passed = watch(world);
  const ben = world.client('ben@demo-air.example');
  for (const [method, path] of calls) assert.equal((await ben.send(method, path, odd)).status, 404, path);
  assert.deepEqual(passed, []);
  assert.equal((await ben.get('/pireps/theirs/acars/position')).status, 200, 'it may be read, as at the crew center');
  assert.equal((await ben.post('/pireps/unknown/file', odd)).status, 200, 'the crew center says that there is none');
});

test('handed over: a pilot’s own flight is found by each of its spellings', async () => {
  await using world = await open();
  const ada = world.client();
  const { id } = (await ada.post('/pireps/prefile', await prefileOf(world, 'MMUN'))).json.data;
  const passed = watch(world, 200, '{}', { [id]: '1' });
  const positions = [{ lat: 47.4, lon: 8.5 }];
  const other = id.toLowerCase() === id ? id.toUpperCase() : id.toLowerCase();
  assert.equal((await ada.post(`/pireps/${other}/acars/position`, { positions })).json.count, 1);
  assert.equal((await ada.send('PUT', `/pireps/THEIRS/cancel`)).status, 200);
  assert.deepEqual(
    passed.map(({ path }) => path),
    ['/pireps/theirs/cancel'],
  );
});

test('handed over: while it is unknown whose a PIREP is, nothing goes on', async () => {
  await using world = await open();
  const passed = watch(world);
  const { ownApi } = world.served.world.line;
  assert.ok(ownApi !== undefined);
  const unavailable = async () => {
    throw new Refusal('crew-center-unavailable', { message: 'no' });
  };
  world.served.world.line.ownApi = { ...ownApi, findPirep: unavailable };
  assert.equal((await world.client().send('PUT', '/pireps/theirs/cancel')).status, 503);
  assert.deepEqual(passed, []);
});

test('handed over: a call that carries the header of Tracker’s own calls is refused, so that none comes back', async () => {
  await using world = await open();
  const passed = watch(world);
  const own = { 'x-tracker-direct': 'any', 'x-api-key': 'adasapikey' };
  for (const path of ['/pireps/theirs/update', '/pireps/prefile', '/pireps/theirs/acars/position'])
    assert.equal((await world.clientWith(own).post(path, odd)).status, 503, path);
  const answer = await world.clientWith(own).get('/pireps/theirs/acars/geojson');
  assert.match(answer.json.details, /--hand-over-core/);
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
