import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal, type RefusalCode } from '../../src/tracking/refusals.ts';
import { startOf } from '../world.ts';
import { type CoreWorld, coreWorld } from './core.ts';
import { position, prefiled } from './core-flight.ts';

// What clients of phpVMS 7's core API read and book, on the embedded crew center.

test('the pilot: ids are numbers, places are codes, and the rank says what may be flown', async () => {
  await using world = await coreWorld();
  const { data } = (await world.client().get('/user')).json;
  assert.deepEqual([typeof data.id, data.pilot_id, data.ident, data.state], ['number', 1, 'DMO0001', 1]);
  assert.deepEqual([data.home_airport, data.curr_airport, data.airline.icao], ['LSZH', 'LSZH', 'DMO']);
  assert.deepEqual(data.rank.subfleets.map((each: { type: string }) => each.type).sort(), ['A320', 'A343']);
  assert.equal(data.bids.length, 2);
  assert.equal((await world.client().get('/user?with=')).json.data.rank.subfleets, undefined);
});

test('a bid: made by PUT or POST, repeated, and removed by its flight or its id', async () => {
  await using world = await coreWorld();
  const ada = world.client();
  const made = (await ada.send('PUT', '/user/bids', { flight_id: 'demo-dmo420' })).json.data;
  assert.deepEqual([typeof made.id, made.flight_id, made.flight.distance.nmi], ['number', 'demo-dmo420', 560]);
  assert.ok(made.flight.subfleets[0].aircraft.some((each: { registration: string }) => each.registration === 'HB-JLP'));
  assert.equal((await ada.post('/user/bids', { flight_id: 'demo-dmo420' })).json.data.id, made.id);
  const left = await ada.send('DELETE', '/user/bids', { bid_id: String(made.id) });
  assert.deepEqual([left.status, left.json.data.length], [200, 2]);
  assert.equal((await ada.send('DELETE', '/user/bids', { bid_id: made.id })).status, 404);
  assert.equal((await ada.send('DELETE', '/user/bids', { flight_id: 'demo-dmo204' })).json.data.length, 1);
  assert.equal((await ada.send('DELETE', '/user/bids', { flight_id: 'demo-dmo204' })).status, 200);
});

test('bids of others can be neither read nor removed', async () => {
  await using world = await coreWorld();
  const own = (await world.client('ben@demo-air.example').get('/user/bids')).json.data[0];
  const ada = world.client();
  assert.equal((await ada.get(`/user/bids/${own.id}`)).status, 404);
  assert.equal((await ada.send('DELETE', '/user/bids', { bid_id: own.id })).status, 404);
  assert.equal((await ada.get('/users/2/bids')).status, 404);
  assert.equal((await world.client('ben@demo-air.example').get('/user/bids')).json.data.length, 1);
});

const searches: readonly (readonly [string, readonly number[]])[] = [
  ['/flights', [204, 205, 310, 311, 420]],
  ['/flights?limit=2&page=3', [420]],
  ['/flights?limit=0', [204, 205, 310, 311, 420]],
  ['/flights/search?dpt_airport_id=LSZH&arr_icao=LEPA', [420]],
  ['/flights/search?flight_number=20', []],
  ['/flights/search?flight_number=204', [204]],
  ['/flights/search?flight_id=demo-dmo311', [311]],
  ['/flights/search?dgt=500&dlt=600', [420]],
  ['/flights/search?dgt=far', []],
  ['/flights/search?airline_id=99', []],
  ['/flights/search?subfleet_id=1', [204, 205]],
];
test('flights are found by what phpVMS filters by, page by page', async () => {
  await using world = await coreWorld();
  for (const [path, numbers] of searches) {
    const { json } = await world.client().get(path);
    assert.deepEqual(
      json.data.map((each: { flight_number: number }) => each.flight_number),
      numbers,
      path,
    );
  }
  const { meta } = (await world.client().get('/flights?limit=100000')).json;
  assert.deepEqual([meta.per_page, meta.total, meta.last_page, meta.next_page], [100, 5, 1, null]);
  const second = (await world.client().get('/flights?limit=2&page=2')).json.meta;
  assert.deepEqual([second.from, second.to, second.next_page], [3, 4, '/api/flights?limit=2&page=3']);
});

test('airports: the distance is that of the great circle, and a code in small letters is one', async () => {
  await using world = await coreWorld();
  const { distance } = (await world.client().get('/airports/lszh/distance/EDDF')).json.data;
  assert.ok(Math.abs(distance.nmi - 156) < 0.5, String(distance.nmi));
  assert.ok(Math.abs(distance.km - distance.nmi * 1.852) < 0.02);
  assert.equal((await world.client().get('/airports/QQQQ')).status, 404);
  assert.ok((await world.clientWith({}).get('/airports/search?search=zurich&limit=5')).json.data.length > 0);
});

/** A crew center whose own API answers so. */
function withHost(world: CoreWorld, answer: (path: string) => [number, string] | RefusalCode) {
  const asked: string[] = [];
  world.served.world.line.ownApi = {
    contract: 'phpvms7-core',
    findPirep: async () => null,
    async ask(pilotId, { method, path, body }) {
      asked.push(`${pilotId} ${method} ${path}${body === null ? '' : ` ${JSON.stringify(body)}`}`);
      const said = answer(path);
      if (typeof said === 'string') throw new Refusal(said, { message: 'no' });
      return { status: said[0], body: said[1] };
    },
  };
  return asked;
}

test('a crew center with an API of its own answers, in its own words', async () => {
  await using world = await coreWorld();
  const asked = withHost(world, (path) =>
    path.startsWith('/news') ? [200, '{"data":"news"}'] : [409, '{"title":"taken"}'],
  );
  const ada = world.client();
  const id = (await ada.get('/flights/some%20flight?with=x&colour=red')).text;
  assert.equal(id, '{"title":"taken"}');
  await ada.get('/flights/search?dep_icao=LSZH&limit=3&colour=red');
  const bid = await ada.send('PUT', '/user/bids', { flight_id: 'demo-dmo420', aircraft_id: 3, state: 2 });
  assert.equal(bid.status, 409);
  assert.deepEqual((await world.clientWith({}).get('/news')).json, { data: 'news' });
  assert.deepEqual(asked, [
    '1 GET /flights/some%20flight',
    '1 GET /flights/search?dep_icao=LSZH&limit=3',
    '1 PUT /user/bids {"flight_id":"demo-dmo420","aircraft_id":3}',
    'null GET /news',
  ]);
});

for (const dots of ['..', '.', '%2e%2e', '%2E%2e'])
  test(`a path cannot leave its place: ${dots}`, async () => {
    await using world = await coreWorld();
    const asked = withHost(world, () => [200, '{}']);
    const { status } = await world.client().get(`/flights/${dots}/aircraft`);
    assert.ok(status === 400 || status === 404, String(status));
    assert.deepEqual(asked, []);
  });

test('while that API is down the desk answers, bids included; what it failed on is not done twice', async () => {
  await using world = await coreWorld();
  let reason: RefusalCode = 'crew-center-unavailable';
  withHost(world, () => reason);
  const ada = world.client();
  assert.equal((await ada.get('/user')).json.data.ident, 'DMO0001');
  assert.equal((await ada.send('PUT', '/user/bids', { flight_id: 'demo-dmo420' })).json.data.flight_id, 'demo-dmo420');
  await world.served.world.clock.advance(60_000);
  reason = 'crew-center-refused';
  assert.equal((await ada.get('/user/bids')).json.data.length, 3);
  assert.equal((await ada.send('PUT', '/user/bids', { flight_id: 'demo-dmo311' })).status, 409);
  assert.equal((await ada.get('/user/bids')).json.data.length, 3);
});

test('while the whole crew center is down a client finds itself and the bid of its flight', async () => {
  await using world = await coreWorld();
  const { world: tracker } = world.served;
  const ada = world.client();
  await ada.get('/user');
  const session = await tracker.signIn();
  const bid = await tracker.bidFor(session);
  await tracker.calls.start(session, startOf(bid.id));
  tracker.line.fail('all', 'before');
  const { data } = (await ada.get('/user')).json;
  assert.deepEqual([data.ident, data.bids.length], ['DMO0001', 1]);
  const [own] = (await ada.get('/user/bids')).json.data;
  assert.deepEqual([own.id, own.flight.flight_number, own.aircraft.registration], [Number(bid.id), 204, 'HB-JMJ']);
  const flights = await ada.get('/flights');
  assert.equal(flights.status, 503);
  assert.ok(Number(flights.headers['retry-after']) > 0);
});

test('the public map has no pilot and no words of a client', async () => {
  await using world = await coreWorld();
  const ada = world.client();
  const { id } = await prefiled(world, ada, 'MMUN', { notes: 'my words', fields: { Mood: 'my words' } });
  const positions = [
    position({ sim_time: 'my words', autopilot: 'my words', transponder: 'my words', status: 'my words' }),
  ];
  assert.equal((await ada.post(`/pireps/${id}/acars/position`, { positions })).status, 200);
  const [pilot] = world.query("SELECT name FROM users WHERE email = 'ada@demo-air.example'");
  for (const path of ['/acars', '/acars/geojson']) {
    const { text } = await world.clientWith({}).get(path);
    assert.ok(text.includes(id), path);
    for (const word of [String(pilot?.name), 'DMO0001', 'my words'])
      assert.ok(!text.includes(word), `${path}: ${word}`);
  }
  assert.ok((await ada.get(`/pireps/${id}`)).text.includes('my words'));
});
