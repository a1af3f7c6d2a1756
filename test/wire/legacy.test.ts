import assert from 'node:assert/strict';
import { test } from 'node:test';
import { legacy } from '../../src/contracts/legacy/legacy.ts';
import { digest } from '../../src/lib/tokens.ts';
import { demoPassword } from '../../src/platform/embedded/demo.ts';
import type { Pirep } from '../../src/tracking/model.ts';
import type { Asking } from './ask.ts';
import { positionsOf, type Served, serve } from './served.ts';

const form = (fields: Readonly<Record<string, string>>): Asking => ({
  body: new URLSearchParams(fields).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
});

const open = () => serve(legacy, { logLevel: 'warn' }, { startsAt: Date.parse('2026-05-04T12:00:00Z') });

async function tokenOf(served: Served): Promise<string> {
  return String((await served.signIn())['x-tracker-token']);
}

async function bidOf({ world }: Served): Promise<string> {
  return (await world.bidFor(await world.signIn())).id;
}

/** The PIREP as it was filed, with what the pilot told. */
async function filedOf({ world }: Served, flightId: string): Promise<Pirep> {
  return (await world.journal.readFlight({ flightId }))?.receipt?.pirep ?? assert.fail();
}

const linesOf = ({ log }: Pirep) => log.map(({ text }) => text);

test('discovery tells the variant and its scripts, without a session', async () => {
  await using served = await open();
  const { status, json } = await served.ask('/bootstrap.php');
  assert.equal(status, 200);
  assert.deepEqual([json.platform, json.mode, json.version], ['host_v5', 'legacy_patch', '1.2.0']);
  assert.equal(json.endpoints.submit, 'submit_log.php');
  assert.equal((await served.ask('/status.php')).json.version, '1.2.0');
});

test('a flight in forms: numbers with a comma, the token as a field', async () => {
  await using served = await open();
  const login = await served.ask('/login.php', form({ username: 'DMO0001', password: demoPassword }));
  assert.equal(login.status, 200);
  const { token } = login.json;
  const bid = await served.ask('/get_bid.php', form({ token }));
  const { id: bidId } = bid.json.bid;
  assert.deepEqual([bidId, bid.json.blocked, bid.json.open_flight], [await bidOf(served), null, null]);
  const fields = {
    lat: '47,45',
    lon: ' 8.56 ',
    seq: '1',
    gs: '',
    heading: '12',
    on_ground: '1',
    phase: 'Taxiing to Runway',
  };
  const dated = { ...fields, recorded_at: '2026-05-04 11:59:00', token, bid_id: bidId };
  const position = await served.ask('/position.php', form(dated));
  assert.deepEqual([position.status, position.json.stored], [200, 1]);
  const { flight_id: flightId } = position.json;
  assert.equal((await served.world.tracking.operator.readFlight(flightId))?.flight.bidId, bidId);
  const [stored] = await positionsOf(served, flightId);
  assert.deepEqual(
    [stored?.lat, stored?.lon, stored?.seq, stored?.groundSpeedKt, stored?.headingDeg, stored?.onGround, stored?.phase],
    [47.45, 8.56, 1, null, 12, true, 'taxi'],
  );
  assert.equal(stored?.recordedAt, Date.parse('2026-05-04T11:59:00Z'));
  const finish = await served.ask(
    '/submit_log.php',
    form({ token, flight_time: '660,5', comment: 'Calm.', log: 'a\r\nb' }),
  );
  const pirep = await filedOf(served, flightId);
  assert.equal(finish.json.receipt.pirep_id, (await served.world.journal.readFlight({ flightId }))?.pirepId);
  assert.deepEqual([pirep.flightTimeMin, pirep.notes, linesOf(pirep)], [660.5, 'Calm.', ['a', 'b']]);
});

test('a flight in JSON: text for numbers, a list, the token in a header', async () => {
  await using served = await open();
  const headers = { 'x-tracker-token': await tokenOf(served) };
  const positions = [
    { lat: '1,5', lon: 2 },
    { lat: 'north', lon: 2 },
  ];
  const { json } = await served.ask('/position.php', {
    headers,
    body: { bid_id: Number(await bidOf(served)), positions },
  });
  assert.equal(json.stored, 1);
  assert.deepEqual(json.refused, [{ index: 1, fields: { lat: 'must be a number from -90 to 90' } }]);
  const asked = await served.ask('/get_bid.php', { headers, body: {} });
  assert.equal(asked.json.open_flight.flight_id, json.flight_id);
});

test('lists and objects in a form, in the brackets of PHP or as JSON text', async () => {
  await using served = await open();
  const token = await tokenOf(served);
  const brackets = {
    token,
    'positions[0][lat]': '1',
    'positions[0][lon]': '2',
    'positions[1][lat]': '3',
    'positions[1][lon]': '4',
  };
  const { json: first } = await served.ask('/position.php', form(brackets));
  assert.equal(first.stored, 2);
  const json = { token, positions: '[{"lat":"5","lon":2}]' };
  assert.equal((await served.ask('/position.php', form(json))).json.stored, 1);
  const log = { token, 'log[]': 'one', 'fields[Gate]': 'A1', 'fields[__proto__]': 'x' };
  assert.equal((await served.ask('/submit_log.php', form(log))).status, 200);
  const pirep = await filedOf(served, first.flight_id);
  assert.deepEqual([linesOf(pirep), pirep.fields], [['one'], { Gate: 'A1' }]);
});

for (const [said, notes] of [
  [{ notes: 'Calm.' }, 'Calm.'],
  [{ comment: 'Rough.' }, 'Rough.'],
  [{ notes: 'Calm.', comment: 'Rough.' }, 'Calm.'],
  [{}, null],
] as const)
  test(`the notes of a log with ${Object.keys(said).join(' and ') || 'neither notes nor comment'} are ${notes}`, async () => {
    await using served = await open();
    const headers = { 'x-tracker-token': await tokenOf(served) };
    const { json } = await served.ask('/position.php', { headers, body: { lat: 1, lon: 2 } });
    assert.equal((await served.ask('/submit_log.php', { headers, body: { flight_time: 60, ...said } })).status, 200);
    assert.equal((await filedOf(served, json.flight_id)).notes, notes);
  });

test('without a bid the first position may describe the flight', async () => {
  await using served = await open();
  const headers = { 'x-tracker-token': await tokenOf(served) };
  const { crewCenter } = served.world.embedded;
  await crewCenter.write(() => crewCenter.run('DELETE FROM bids'));
  await served.configure({ bids_required: 'false' });
  const body = { lat: 1, lon: 2, flight_number: 12, departure: 'lszh', arrival: 'MMUN', aircraft: 'A343' };
  const { json } = await served.ask('/position.php', { headers, body });
  const { flight } = (await served.world.tracking.operator.readFlight(json.flight_id)) ?? assert.fail();
  const { flightNumber, departure, arrival } = flight.plan;
  assert.deepEqual(
    [flight.bidId, flightNumber, departure.icao, arrival.icao, flight.aircraft?.icao],
    [null, '12', 'LSZH', 'MMUN', 'A343'],
  );
});

const logins: readonly Readonly<Record<string, unknown>>[] = [
  { login: 'DMO0001' },
  { username: 'DMO0001' },
  { email: 'DMO0001' },
  { pilot_id: 'DMO0001' },
  { login: '', pilot_id: 'DMO0001' },
];
for (const names of logins) {
  test(`login by ${JSON.stringify(names)}`, async () => {
    await using served = await open();
    assert.equal((await served.ask('/login.php', { body: { ...names, password: demoPassword } })).status, 200);
  });
}

const refused: readonly [string, Asking, number, string][] = [
  ['get_bid.php', {}, 405, 'method-not-allowed'],
  ['get_bid.php', { body: {} }, 401, 'no-session'],
  ['get_bid.php', { body: { token: '' } }, 401, 'no-session'],
  ['get_bid.php?token=TOKEN', { method: 'POST' }, 401, 'no-session'],
  ['position.php', { body: { lat: 91, lon: 1 } }, 401, 'no-session'],
  ['position.php', { body: { lat: 91, lon: 1, token: 'TOKEN' } }, 422, 'invalid'],
  ['position.php', { body: '<xml/>', headers: { 'content-type': 'text/xml' } }, 415, 'not-json'],
  ['login.php', { body: { password: 'right' } }, 422, 'invalid'],
  ['cancel.php', { body: {} }, 404, 'not-found'],
  ['frame.php', {}, 404, 'not-found'],
  ['va_config.php', {}, 403, 'forbidden'],
  ['va_config.sample.php', {}, 403, 'forbidden'],
  ['_tracker_key.php', {}, 403, 'forbidden'],
  ['_tracker_common.php', {}, 403, 'forbidden'],
  ['%5Ftracker_common.PHP', {}, 403, 'forbidden'],
  ['sessions/', {}, 403, 'forbidden'],
  ['logs/2026.log', {}, 403, 'forbidden'],
  ['.htaccess', {}, 403, 'forbidden'],
];

test('refusals are plain JSON', async (t) => {
  await using served = await open();
  const token = await tokenOf(served);
  for (const [path, asking, status, code] of refused) {
    await t.test(`${asking.method ?? ''} ${path} ${JSON.stringify(asking.body ?? '')}`, async () => {
      const body = typeof asking.body === 'object' ? JSON.stringify(asking.body).replace('TOKEN', token) : asking.body;
      const sent = body === undefined ? asking : { ...asking, body };
      const answer = await served.ask(`/${path.replace('TOKEN', token)}`, sent);
      assert.deepEqual([answer.status, answer.json?.error.code], [status, code]);
      assert.deepEqual([answer.json.success, 'title' in answer.json], [false, false]);
      if (status === 405) assert.equal(answer.headers.allow, 'POST, OPTIONS');
    });
  }
});

test('the client token is asked of every script but bootstrap.php and status.php', async () => {
  await using served = await open();
  const token = await tokenOf(served);
  await served.assume({ clientTokenRequired: true, clientTokenHash: digest('shared') });
  for (const path of ['bootstrap.php', 'status.php']) assert.equal((await served.ask(`/${path}`)).status, 200);
  for (const path of ['login.php', 'get_bid.php', 'position.php', 'submit_log.php']) {
    const { json } = await served.ask(`/${path}`, { body: { token } });
    assert.equal(json.error.code, 'client-token');
  }
});

test('with the tracker switched off a position begins nothing', async () => {
  await using served = await open();
  const body = { lat: 1, lon: 2, token: await tokenOf(served) };
  await served.assume({ enabled: false });
  assert.equal((await served.ask('/position.php', { body })).json.error.code, 'module-disabled');
  await served.assume({ enabled: true });
  assert.equal((await served.ask('/position.php', { body })).status, 200);
  await served.assume({ enabled: false });
  assert.equal((await served.ask('/position.php', { body })).status, 200);
});
