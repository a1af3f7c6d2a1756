import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadConfig } from '../../src/config/config.ts';
import { stratosAtApi } from '../../src/contracts/stratos/stratos.ts';
import { demoPassword } from '../../src/platform/embedded/demo.ts';
import { addNews } from '../../src/platform/embedded/news.ts';
import { World } from '../world.ts';
import { type Answer, ask } from './ask.ts';
import { type Served, serve } from './served.ts';

const at = { phase: 'CRUISE', latitude: 47.5, longitude: 8.5, altitude: 31_000, heading: 270 } as const;

async function signIn(served: Served, username = 'ada@demo-air.example') {
  const login = await served.ask('/pilot/login', { body: { username, password: demoPassword } });
  assert.equal(login.status, 200, login.text);
  const headers = { authorization: `Bearer ${login.json.token}` };
  return {
    login,
    get: (path: string): Promise<Answer> => served.ask(path, { headers }),
    post: (path: string, body: object = {}): Promise<Answer> => served.ask(path, { headers, body }),
  };
}

test('the handshake names the API, and a wrong token is refused in its form', async () => {
  await using served = await serve(stratosAtApi);
  const hello = await served.ask('/');
  assert.deepEqual(hello.json, { api_version: '0.3.6', handler: 'Stratos' });
  const wrong = await served.ask('/pilot/verify', { headers: { authorization: 'Bearer nobody' } });
  assert.equal(wrong.status, 401);
  assert.equal(wrong.json.success, false);
  assert.equal(typeof wrong.json.error, 'string');
  for (const method of ['OPTIONS', 'HEAD']) {
    const answer = await served.ask('/flights/update', { method });
    assert.deepEqual([answer.status, answer.text], [200, '']);
    assert.equal(answer.headers['access-control-allow-origin'], '*');
  }
});

test('a pilot signs in, looks around, flies the bid and files once', async () => {
  await using served = await serve(stratosAtApi);
  const { login, get, post } = await signIn(served);
  const { token, ...pilot } = login.json;
  assert.ok(String(token).length > 20);
  assert.deepEqual((await get('/pilot/verify')).json, pilot);
  assert.match(pilot.pilot_id, /^[A-Z]{2,3}\d+$/);
  const figures = (await get('/pilot/statistics')).json;
  assert.equal(typeof figures.flights_flown, 'string');

  const [bid] = (await get('/flights/bookings')).json;
  assert.equal(typeof bid.bid_id, 'number');
  assert.ok(Array.isArray(bid.route));
  const codes = new Set((await get('/data/airports')).json.map(({ code }: { code: string }) => code));
  assert.ok(codes.has(bid.departure_airport) && codes.has(bid.arrival_airport));
  const fleet = (await get('/data/aircraft')).json;
  assert.equal(typeof fleet[0].minimum_rank, 'string');
  const { changeable, aircraft } = (await get(`/flights/bookings/${bid.bid_id}/aircraft`)).json;
  assert.equal(changeable, true);
  const changed = await post('/flights/change-aircraft', { bid_id: bid.bid_id, aircraft_id: aircraft.at(-1).id });
  assert.equal(changed.status, 200, changed.text);
  assert.equal(changed.json.aircraft, aircraft.at(-1).id);
  const found = (await get(`/flights/search?departure_airport=${bid.departure_airport}&limit=5`)).json;
  assert.ok(found.length > 0 && found.length <= 5);
  assert.ok((await get('/data/announcements')).json.length <= 10);

  const started = await post('/flights/start', { bid_id: bid.bid_id });
  assert.equal(started.status, 200, started.text);
  const { tracking_id } = started.json;
  assert.equal((await post('/flights/start')).json.tracking_id, tracking_id, 'without a bid it is the same flight');
  assert.equal((await post('/flights/change-aircraft', { bid_id: bid.bid_id, aircraft_id: 1 })).status, 409);
  for (let step = 0; step < 4; step += 1) {
    const sent = await post('/flights/update', {
      tracking_id,
      ...at,
      latitude: at.latitude + step / 100,
      altitude_agl: 30_000,
      vertical_speed: -5,
      ground_speed: 450,
      indicated_airspeed: 280,
    });
    assert.deepEqual([sent.status, sent.text], [200, '']);
    await served.world.clock.advance(10_000);
  }
  const finish = {
    tracking_id,
    landing_rate: -180,
    fuel_used: 9_000,
    flight_time: 1.5,
    route: ['AAA', 'BBB'],
    flight_data: [{ event: 'Gear up', timestamp: '2024-04-06T10:00:10Z' }, 'odd', 7],
    comments: ['A good flight', { comment: 'Thanks' }],
    additional_fields: { 'Landing pitch': 2.5, odd: { a: 1 } },
  };
  const filed = await post('/flights/complete', finish);
  assert.equal(filed.status, 200, filed.text);
  assert.equal(filed.json.route, `${bid.departure_airport} - ${bid.arrival_airport}`);
  assert.deepEqual((await post('/flights/complete', finish)).json, filed.json, 'a repeat is answered alike');
  const late = await post('/flights/update', { uuid: tracking_id, ...at });
  assert.equal(late.status, 409);
  // Her rank accepts it by itself.
  assert.deepEqual([late.json.success, late.json.state, late.json.pirep_id], [false, 2, filed.json.pirep_id]);
  assert.equal((await post('/flights/cancel')).status, 404, 'nothing is open');
});

test('what an update says is stored, each in its place; what it does not say is unknown', async () => {
  await using served = await serve(stratosAtApi);
  const { get, post } = await signIn(served);
  const [bid] = (await get('/flights/bookings')).json;
  const { tracking_id } = (await post('/flights/start', { bid_id: bid.bid_id })).json;
  const report = async (said: object) => {
    assert.equal((await post('/flights/update', { tracking_id, ...said })).status, 200);
    const [live] = [...served.world.tracking.flights];
    const { lat, lon, headingDeg, altitudeMslFt, altitudeAglFt, verticalSpeedFpm, groundSpeedKt, indicatedAirspeedKt } =
      live?.lastPosition ?? assert.fail('nothing is stored');
    return [
      [lat, lon, headingDeg],
      [altitudeMslFt, altitudeAglFt, verticalSpeedFpm],
      [groundSpeedKt, indicatedAirspeedKt],
    ];
  };
  const speeds = { vertical_speed: -5, ground_speed: 450, indicated_airspeed: 280 };
  assert.deepEqual(await report({ ...at, ...speeds, heading: -90, altitude_agl: 30_000 }), [
    [47.5, 8.5, 270],
    [31_000, 30_000, -5],
    [450, 280],
  ]);
  await served.world.clock.advance(10_000);
  assert.deepEqual(await report({ latitude: 47.6, longitude: 8.5, altitude_agl: 900 }), [
    [47.6, 8.5, null],
    [null, 900, null],
    [null, null],
  ]);
});

test('what names no flight or another pilot’s is refused, and nothing is stored', async () => {
  await using served = await serve(stratosAtApi);
  const ada = await signIn(served);
  const ben = await signIn(served, 'ben@demo-air.example');
  const [bid] = (await ada.get('/flights/bookings')).json;
  const { tracking_id } = (await ada.post('/flights/start', { bid_id: bid.bid_id })).json;
  assert.equal((await ada.post('/flights/update', at)).status, 400);
  assert.match((await ada.post('/flights/complete', {})).json.error, /tracking_id is required/);
  for (const path of ['/flights/update', '/flights/complete', '/flights/cancel'])
    assert.equal((await ben.post(path, { tracking_id, ...at })).status, 404, path);
  assert.equal((await ben.get(`/flights/bookings/${bid.bid_id}/aircraft`)).status, 404);
  assert.equal((await ben.post('/flights/change-aircraft', { bid_id: bid.bid_id, aircraft_id: 1 })).status, 404);
  assert.equal((await ben.post('/flights/unbook', { bid_id: bid.bid_id })).status, 404);
  const bad = await ada.post('/flights/update', { tracking_id, ...at, latitude: 'north' });
  assert.equal(bad.status, 422);
  assert.match(bad.json.error, /latitude/);
  assert.equal((await ada.post('/flights/cancel')).status, 200);
  const after = await ada.post('/flights/update', { tracking_id, ...at });
  assert.deepEqual([after.status, after.json.state], [409, 3]);
});

/** What each answer has: the members of the public module (DataController, FlightsController, PilotController), `?` also null. */
const pilotKinds = {
  db_id: 'number',
  pilot_id: 'string',
  first_name: 'string',
  last_name: 'string',
  email: 'string',
  rank: 'string',
  rank_image: 'string?',
  rank_level: 'number',
  avatar: 'string?',
};
const rowKinds = {
  number: 'string',
  code: 'string',
  departure_airport: 'string',
  arrival_airport: 'string',
  flight_level: 'number?',
  distance: 'number',
  departure_time: 'string',
  arrival_time: 'string',
  flight_time: 'number',
  days_of_week: 'list',
  type: 'string?',
};
const answerKinds: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/': { api_version: 'string', handler: 'string' },
  '/pilot/verify': pilotKinds,
  '/pilot/statistics': {
    hours_flown: 'number',
    flights_flown: 'string',
    average_landing_rate: 'number',
    pireps_filed: 'string',
    total_pay: 'number',
    flight_streak: 'number',
    location: 'string',
    ff_level: 'number',
    ff_status: 'number',
    rank_image: 'string?',
  },
  '/data/aircraft': {
    id: 'number',
    code: 'string',
    name: 'string',
    registration: 'string',
    maximum_passengers: 'number',
    maximum_cargo: 'number',
    minimum_rank: 'string',
  },
  '/data/airports': { id: 'string', code: 'string', name: 'string', latitude: 'number', longitude: 'number' },
  '/data/announcements': {
    id: 'string',
    title: 'string',
    subtitle: 'string',
    body: 'string',
    link: 'string?',
    image: 'string?',
    publish_date: 'string',
  },
  '/flights/bookings': {
    bid_id: 'number',
    ...rowKinds,
    route: 'list',
    aircraft: 'number?',
    aircraft_changeable: 'boolean',
    notes: 'string',
  },
  '/flights/search': { id: 'string', ...rowKinds, route: 'string?', aircraft: 'string?', notes: 'string?' },
};

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}

test('every answer has the members that the module answers, each of its type', async () => {
  await using served = await serve(stratosAtApi);
  const { embedded } = served.world;
  await addNews(embedded.crewCenter, { title: 'News', body: `<p>${'long '.repeat(100)}</p>` });
  const { login, get } = await signIn(served);
  const seen = (path: string, row: Record<string, unknown>) => {
    const kinds = answerKinds[path] ?? {};
    assert.deepEqual(Object.keys(row).sort(), Object.keys(kinds).sort(), path);
    for (const [name, kind] of Object.entries(kinds)) {
      const fits = kind.replace('?', '') === kindOf(row[name]) || (kind.endsWith('?') && row[name] === null);
      assert.ok(fits, `${path} ${name} is ${JSON.stringify(row[name])}, not ${kind}`);
    }
  };
  for (const path of Object.keys(answerKinds)) {
    const { json } = await get(path);
    const rows = Array.isArray(json) ? json : [json];
    assert.ok(rows.length > 0, path);
    for (const row of rows) seen(path, row);
  }
  const { token: _, ...pilot } = login.json;
  seen('/pilot/verify', pilot);
  const [bid] = (await get('/flights/bookings')).json;
  const { aircraft } = (await get(`/flights/bookings/${bid.bid_id}/aircraft`)).json;
  for (const each of aircraft)
    assert.deepEqual(
      Object.entries(each).map(([name, value]) => `${name} ${kindOf(value)}`),
      ['id number', 'name string', 'registration string', 'icao string', 'subfleet string'],
    );
  assert.ok(bid.days_of_week.every((day: unknown) => Number.isInteger(day)));
  const [news] = (await get('/data/announcements')).json;
  assert.equal(news.subtitle.length, 200);
  assert.match(news.publish_date, /^\d{4}-\d\d-\d\d$/);
});

test('the lowest rank is 0, as the module counts, also where two ranks need the same hours', async () => {
  await using served = await serve(stratosAtApi);
  const { crewCenter } = served.world.embedded;
  const standing = Number(crewCenter.get('SELECT count(*) AS n FROM ranks WHERE hours = 0 AND deleted_at IS NULL')?.n);
  assert.ok(standing > 0);
  crewCenter.run("INSERT INTO ranks (name, hours) VALUES ('Old Hand', 100)");
  const levels: unknown[] = [];
  for (const tied of [false, true]) {
    if (tied) crewCenter.run("INSERT INTO ranks (name, hours) VALUES ('Staff', 0)");
    for (const order of ['hours, id', 'hours DESC, id']) {
      crewCenter.run(`UPDATE users SET rank_id = (SELECT id FROM ranks ORDER BY ${order} LIMIT 1)`);
      levels.push((await signIn(served)).login.json.rank_level);
    }
  }
  assert.deepEqual(levels, [0, standing, 0, standing + 1]);
});

test('what the module answers with 401 and 422, and what is filed as it says', async () => {
  await using served = await serve(stratosAtApi);
  for (const body of [{}, { username: 'DMO0001' }, { username: 'DMO0001', password: 'wrong' }, { password: 'x' }]) {
    const answer = await served.ask('/pilot/login', { body });
    assert.deepEqual([answer.status, answer.json.success, typeof answer.json.error], [401, false, 'string']);
  }
  const { get, post } = await signIn(served);
  const [bid] = (await get('/flights/bookings')).json;
  const change = (aircraft_id?: number) => post('/flights/change-aircraft', { bid_id: bid.bid_id, aircraft_id });
  for (const answer of [await change(), await change(999_999)]) {
    assert.equal(answer.status, 422, answer.text);
    assert.match(answer.json.message, /aircraft_id/);
  }
  const { tracking_id } = (await post('/flights/start', { bid_id: bid.bid_id })).json;
  await post('/flights/update', { tracking_id, ...at });
  const figures = { tracking_id, level: 370, zfw: 120_000, block_fuel: 9_000, fuel_used: 8_000, flight_time: 1 };
  assert.equal((await post('/flights/complete', figures)).status, 200);
  const row = served.world.embedded.crewCenter.get('SELECT level, zfw, block_fuel FROM pireps');
  assert.deepEqual({ ...row }, { level: 370, zfw: 120_000, block_fuel: 9_000 });
});

test('it is served only where it is named, at its own path and below ours', async () => {
  for (const [named, status] of [
    ['auto', 404],
    ['stratos', 200],
  ] as const) {
    const { contracts } = loadConfig({ TRACKER_CONTRACTS: named });
    await using world = await World.with({ isServed: true, config: { contracts } });
    const port = Number(new URL(world.server.url).port);
    for (const path of ['/api/stratos', '/api/tracker/stratos/'])
      assert.equal((await ask(port, path, {})).status, status, `${named} ${path}`);
  }
});
