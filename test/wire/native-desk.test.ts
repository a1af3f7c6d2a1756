import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Route, routesOf } from '../../src/contracts/contract.ts';
import { native } from '../../src/contracts/native/native.ts';
import { compileCheck } from '../../src/contracts/shape.ts';
import { addNews } from '../../src/platform/embedded/news.ts';
import { flownTrack, noFigures } from '../flown.ts';
import type { WorldChanges } from '../world.ts';
import type { Answer } from './ask.ts';
import { closed } from './closed-schema.ts';
import { type Headers, type Served, serve } from './served.ts';

const startsAt = Date.parse('2026-05-04T12:00:00Z');
const open = (changes: WorldChanges = {}) => serve(native, { logLevel: 'warn' }, { startsAt, ...changes });

/** A signed-in pilot who asks, and whose answers are as they are described. */
async function pilotOf(served: Served, login?: string) {
  const headers = await served.signIn(login);
  const ask = async (method: string, path: string, body?: object): Promise<Answer> => {
    const answer = await served.ask(path, { method, headers, ...(body === undefined ? {} : { body }) });
    if (answer.status < 300) assertDescribed(method, path, answer);
    return answer;
  };
  return {
    headers,
    get: (path: string) => ask('GET', path),
    post: (path: string, body: object) => ask('POST', path, body),
    patch: (path: string, body: object) => ask('PATCH', path, body),
    remove: (path: string) => ask('DELETE', path),
  };
}

function assertDescribed(method: string, path: string, { status, json }: Answer): void {
  const segments = (path.split('?')[0] ?? '').split('/');
  const isThis = (route: Route) => {
    const own = route.path.split('/');
    const isSame = own.length === segments.length;
    return isSame && route.method === method && own.every((part, at) => part.startsWith('{') || part === segments[at]);
  };
  const schema = routesOf(native).find(isThis)?.answers[status];
  assert.ok(schema !== undefined, `${method} ${path} ${status}`);
  assert.equal(compileCheck(closed(schema))(json), null, `${method} ${path}`);
}

/** The code of a refusal, and the fields that it names. */
const refusalOf = ({ status, json }: Answer) => [status, json.error.code, Object.keys(json.error.fields ?? {})];

test('a pilot finds a flight, books it, changes its aircraft, and gives it up', async () => {
  await using served = await open();
  const ada = await pilotOf(served);
  const { json: found } = await ada.get('/schedules?departure=ls&max_distance=600&per_page=1&page=2');
  assert.deepEqual([found.page, found.per_page, found.total, found.schedules.length], [2, 1, 2, 1]);
  const [schedule] = found.schedules;
  assert.deepEqual([schedule.flight_number, schedule.arrival.icao, schedule.bid_id], ['420', 'LEPA', null]);

  const body = { schedule_id: schedule.id };
  const { json: booked } = await ada.post('/bids', body);
  assert.equal(booked.bid.schedule_id, schedule.id);
  assert.equal((await ada.post('/bids', body)).json.bid.id, booked.bid.id, 'booked twice');
  const { id } = booked.bid;
  const aircraft = booked.bid.aircraft_choices[0].id;
  const { json: chosen } = await ada.patch(`/bids/${id}`, { aircraft });
  assert.deepEqual([chosen.bid.id, chosen.bid.aircraft.id], [id, aircraft]);
  assert.ok((await ada.get('/bids')).json.bids.some((bid: { id: string }) => bid.id === id));

  assert.deepEqual((await ada.remove(`/bids/${id}`)).json, { success: true });
  assert.equal((await ada.remove(`/bids/${id}`)).status, 200, 'gone already');
  assert.deepEqual(refusalOf(await ada.patch(`/bids/${id}`, { aircraft })), [404, 'bid-not-found', []]);
});

test('another pilot’s bid is not found, whatever is asked of it, and stays', async () => {
  await using served = await open();
  const [ada, ben] = [await pilotOf(served), await pilotOf(served, 'ben@demo-air.example')];
  const [bid] = (await ben.get('/bids')).json.bids;
  assert.deepEqual(refusalOf(await ada.remove(`/bids/${bid.id}`)), [404, 'bid-not-found', []]);
  assert.deepEqual(refusalOf(await ada.patch(`/bids/${bid.id}`, { aircraft: '1' })), [404, 'bid-not-found', []]);
  assert.deepEqual((await ben.get('/bids')).json.bids[0], bid);
});

test('a charter is a bid on a flight that nobody else sees', async () => {
  await using served = await open();
  const [ada, ben] = [await pilotOf(served), await pilotOf(served, 'ben@demo-air.example')];
  const charter = { flight_number: 77, departure: 'lszh', arrival: 'LEPA', route: 'DEGES', cruise_altitude: 37_000 };
  const times = { departure_time: '09:10', arrival_time: '11:00' };
  const { json } = await ada.post('/charters', { ...charter, ...times, kind: 'cargo', aircraft: 3 });
  const { flight_number, departure, arrival, route } = json.bid;
  assert.deepEqual([flight_number, departure.icao, arrival.icao, route], ['77', 'LSZH', 'LEPA', 'DEGES']);
  assert.equal(
    (await ada.post('/charters', { ...charter, ...times, kind: 'cargo', aircraft: 3 })).json.bid.id,
    json.bid.id,
  );
  assert.equal((await ben.get('/schedules?text=77')).json.total, 0);
  await ada.remove(`/bids/${json.bid.id}`);
  for (const [field, value] of [
    ['departure_time', '9:10'],
    ['arrival_time', '24:00'],
    ['kind', 'mail'],
    ['departure', ''],
    ['cruise_altitude', -1],
    ['arrival', 'XXXX'],
    ['aircraft', 'none'],
  ] as const) {
    assert.deepEqual(refusalOf(await ada.post('/charters', { ...charter, [field]: value })), [422, 'invalid', [field]]);
  }
});

async function fly({ world }: Served): Promise<string> {
  const { session, flight } = await world.startFlight();
  const [from, to] = [
    { lat: 47.4581, lon: 8.5481 },
    { lat: 21.0365, lon: -86.8771 },
  ];
  const positions = flownTrack({ from, to, startAt: world.clock.now() - 2_000_000, count: 200 });
  await world.calls.report(session, { name: null, positions, opening: null });
  await world.calls.finish(session, {
    name: null,
    figures: { ...noFigures, score: 91, log: ['Line one'] },
    opening: null,
  });
  return flight.pirepId ?? '';
}

test('the logbook: filed PIREPs, the latest alone, one with its log, and nobody else’s', async () => {
  await using served = await open();
  const [ada, ben] = [await pilotOf(served), await pilotOf(served, 'ben@demo-air.example')];
  assert.deepEqual((await ada.get('/pireps')).json, { success: true, pireps: [], page: 1, per_page: 20, total: 0 });
  const id = await fly(served);
  const { json: list } = await ada.get('/pireps?per_page=1');
  assert.deepEqual([list.total, list.pireps[0].id, list.pireps[0].arrival, list.pireps[0].score], [1, id, 'MMUN', 91]);
  const { json: read } = await ada.get(`/pireps/${id}`);
  const { log, track, ...figures } = read.pirep;
  assert.deepEqual(figures, { ...list.pireps[0], ...figures });
  assert.ok(log.some(({ text }: { text: string }) => text === 'Line one'));
  assert.ok(Array.isArray(track));
  for (const [query, total] of [
    ['state=accepted', 1],
    ['state=rejected', 0],
    ['departure=lszh&arrival=mmun', 1],
    ['arrival=LSZH', 0],
    ['from=2026-05-04T00:00:00Z', 1],
    ['to=2026-05-04T00:00:00Z', 0],
  ] as const) {
    assert.equal((await ada.get(`/pireps?${query}`)).json.total, total, query);
  }
  assert.deepEqual(refusalOf(await ben.get(`/pireps/${id}`)), [404, 'not-found', []]);
  assert.equal((await ben.get('/pireps')).json.total, 0);
  const { json } = await ada.get('/statistics');
  assert.deepEqual([json.statistics.flights, json.statistics.pireps], [1, 1]);
});

test('profile, airports, fleet, airlines and news', async () => {
  await using served = await open();
  const { crewCenter } = served.world.embedded;
  await addNews(crewCenter, { title: 'Welcome', body: '<p>New &amp; <b>fast</b></p>' });
  const ada = await pilotOf(served);
  const { json: pilot } = await ada.get('/profile');
  assert.deepEqual([pilot.profile.first_name, pilot.profile.email], ['Ada', 'ada@demo-air.example']);
  const { json: airports } = await ada.get('/airports');
  assert.ok(airports.airports.some(({ icao }: { icao: string }) => icao === 'LSZH'));
  const { json: fleet } = await ada.get('/fleet');
  const allowed = fleet.aircraft.filter(({ is_allowed }: { is_allowed: boolean }) => is_allowed);
  // One is kept for another pilot's bid.
  assert.deepEqual([fleet.aircraft.length, allowed.length], [4, 3]);
  assert.equal((await ada.get('/airlines')).json.airlines[0].icao, 'DMO');
  const { json: news } = await ada.get('/news?limit=1');
  assert.deepEqual([news.news[0].title, news.news[0].body], ['Welcome', 'New & fast']);
});

const queries: readonly (readonly [string, string])[] = [
  ['/schedules?page=0', 'page'],
  ['/schedules?page=1.5', 'page'],
  ['/schedules?per_page=101', 'per_page'],
  ['/schedules?per_page=', 'per_page'],
  ['/schedules?page=1&page=2', 'page'],
  ['/schedules?min_distance=far', 'min_distance'],
  ['/schedules?max_distance=1e3', 'max_distance'],
  ['/schedules?max_distance=-1', 'max_distance'],
  ['/schedules?min_flight_time=0.5', 'min_flight_time'],
  ['/schedules?departure=LSZHLSZHX', 'departure'],
  [`/schedules?text=${'x'.repeat(65)}`, 'text'],
  ['/schedules?airline[]=DMO', ''],
  ['/pireps?state=open', 'state'],
  ['/pireps?from=yesterday', 'from'],
  ['/pireps?to=2026-02-30T00:00:00Z', 'to'],
  ['/news?limit=0', 'limit'],
  ['/news?limit=51', 'limit'],
  [`/pireps/${'x'.repeat(65)}`, 'id'],
];
test('a query is checked at the door, and what is wrong is named', async () => {
  await using served = await open();
  const ada = await pilotOf(served);
  for (const [path, field] of queries) {
    const answer = await ada.get(path);
    // What no query has is ignored, as in bodies.
    if (field === '') assert.equal(answer.status, 200, path);
    else assert.deepEqual(refusalOf(answer), [422, 'invalid', [field]], path);
  }
  assert.deepEqual(refusalOf(await ada.post('/bids', {})), [422, 'invalid', ['schedule_id']]);
  assert.deepEqual(refusalOf(await ada.post('/bids', { schedule_id: '' })), [422, 'invalid', ['schedule_id']]);
  assert.deepEqual(refusalOf(await ada.post('/bids', { schedule_id: 'none' })), [404, 'not-found', []]);
  const wrong = await ada.post('/bids', { schedule_id: 'demo-dmo420', aircraft: 'none' });
  assert.deepEqual(refusalOf(wrong), [422, 'invalid', ['aircraft']]);
  assert.deepEqual(refusalOf(await ada.patch('/bids/1', {})), [422, 'invalid', ['aircraft']]);
});

test('paths with parameters: methods, preflights, encodings and lengths', async () => {
  await using served = await open();
  const { headers, get } = await pilotOf(served);
  const ask = (path: string, method: string) => served.ask(path, { method, headers });
  const wrong = await ask('/bids/7', 'GET');
  assert.deepEqual([wrong.status, wrong.json.error.code], [405, 'method-not-allowed']);
  assert.deepEqual((wrong.headers.allow ?? '').split(', ').sort(), ['DELETE', 'OPTIONS', 'PATCH']);
  const preflight = await served.ask('/bids/7', { method: 'OPTIONS' });
  assert.equal(preflight.status, 204);
  assert.match(preflight.headers['access-control-allow-methods'] ?? '', /DELETE, PATCH|PATCH, DELETE/);
  for (const path of ['/bids/7/8', '/pireps/7/log'])
    assert.deepEqual([path, (await ask(path, 'DELETE')).json.error.code], [path, 'not-found']);
  for (const [id, status] of [
    ['%00', 404],
    ['%2F..%2Fbids', 404],
    ["'%20OR%201=1%20--", 404],
    ['%C3%BC', 404],
    ['%ED%A0%80', 400],
    ['%', 400],
  ] as const) {
    assert.deepEqual([id, (await get(`/pireps/${id}`)).status], [id, status]);
  }
});

test('what this crew center does not have is 501 with its reason, and not in the status', async () => {
  await using served = await open({ desk: () => ({ charter: { notOffered: 'Charters are made on the pages.' } }) });
  const ada = await pilotOf(served);
  const charter = { flight_number: '7', departure: 'LSZH', arrival: 'LEPA' };
  const { status, json } = await ada.post('/charters', charter);
  assert.deepEqual(
    [status, json.error.code, json.error.message],
    [501, 'not-offered', 'Charters are made on the pages.'],
  );
  const { offers } = (await served.ask('/status')).json.features;
  const all = Object.values(native.desk)
    .flat()
    .map((route) => `${route.method} ${route.path}`);
  assert.deepEqual(
    offers,
    all.filter((each) => each !== 'POST /charters'),
  );
});

test('a crew center out of reach is 503 for every one of these calls, never an empty list', async () => {
  await using served = await open();
  const { headers } = await pilotOf(served);
  served.world.line.fail('all', 'before');
  const bodies: Readonly<Record<string, object>> = {
    '/bids': { schedule_id: '1' },
    '/bids/{id}': { aircraft: '1' },
    '/charters': { flight_number: '7', departure: 'LSZH', arrival: 'LEPA' },
  };
  for (const { method, path, body } of Object.values(native.desk).flat()) {
    const asking = { method, headers, ...(body === null ? {} : { body: bodies[path] ?? {} }) };
    const answer = await served.ask(path.replace('{id}', '1'), asking);
    assert.deepEqual([path, answer.status, answer.json.error.code], [path, 503, 'crew-center-unavailable']);
    assert.equal(answer.headers['retry-after'], '5');
  }
});

test('the aircraft of the open flight is changed by PATCH /flight, until it is finished', async () => {
  await using served = await open();
  served.world.embedded.crewCenter.database.exec("UPDATE aircraft SET airport_id = 'LSZH'");
  const ada = await pilotOf(served);
  const aircraft = { aircraft: 'HB-JLQ' };
  assert.deepEqual(refusalOf(await ada.patch('/flight', aircraft)), [409, 'no-open-flight', []]);
  const { flight } = await served.world.startFlight('EDDF');
  const changed = await ada.patch('/flight', { registration: 'HB-JLQ' });
  assert.deepEqual([changed.status, changed.json.aircraft.registration], [200, 'HB-JLQ']);
  assert.equal((await ada.get('/flight')).json.flight.aircraft.registration, 'HB-JLQ');
  assert.deepEqual(refusalOf(await ada.patch('/flight', {})), [422, 'invalid', ['aircraft']]);
  const unknown = await ada.patch('/flight', { flight_id: flight.id, aircraft: 'B2' });
  assert.deepEqual(refusalOf(unknown), [422, 'invalid', ['aircraft']]);
  assert.deepEqual(refusalOf(await ada.patch('/flight', { flight_id: 'x', aircraft: 'B2' })), [
    404,
    'flight-not-found',
    [],
  ]);
  const headers: Headers = ada.headers;
  await served.ask('/finish', { headers, body: {} });
  const filed = await ada.patch('/flight', { registration: 'HB-JLP' });
  assert.deepEqual(
    [filed.status, filed.json.error.code, filed.json.receipt.flight_id],
    [409, 'flight-filed', flight.id],
  );
});
