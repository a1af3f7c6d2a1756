import assert from 'node:assert/strict';
import { test } from 'node:test';
import { legacy } from '../../src/contracts/legacy/legacy.ts';
import { digest } from '../../src/lib/tokens.ts';
import { settings } from './memory-calls.ts';
import { type Asking, openWire, type WireWorld } from './wire-world.ts';

const form = (fields: Readonly<Record<string, string>>): Asking => ({
  body: new URLSearchParams(fields).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
});

async function tokenOf(world: WireWorld): Promise<string> {
  return (await world.ask('/acars/login.php', { body: { login: 'TVA0001', password: 'right' } })).json.token;
}

test('discovery tells the variant and its scripts, without a session', async () => {
  await using world = await openWire(legacy);
  const { status, json } = await world.ask('/acars/bootstrap.php');
  assert.equal(status, 200);
  assert.deepEqual([json.platform, json.mode, json.version], ['host_v5', 'legacy_patch', '1.2.0']);
  assert.equal(json.endpoints.submit, 'submit_log.php');
  assert.equal((await world.ask('/acars/status.php')).json.version, '1.2.0');
});

test('a flight in forms: numbers with a comma, the token as a field', async () => {
  await using world = await openWire(legacy);
  const login = await world.ask('/acars/login.php', form({ username: 'TVA0001', password: 'right' }));
  assert.equal(login.status, 200);
  const { token } = login.json;
  const bid = await world.ask('/acars/get_bid.php', form({ token }));
  assert.deepEqual([bid.json.bid.id, bid.json.blocked, bid.json.open_flight], ['41', null, null]);
  const fields = {
    lat: '47,45',
    lon: ' 8.56 ',
    seq: '1',
    gs: '',
    heading: '12',
    on_ground: '1',
    phase: 'Taxiing to Runway',
  };
  const dated = { ...fields, recorded_at: '2026-05-04 11:59:00', token, bid_id: '41' };
  const position = await world.ask('/acars/position.php', form(dated));
  assert.deepEqual([position.status, position.json.stored, position.json.flight_id], [200, 1, 'F1']);
  const [report] = world.calls.reports;
  assert.deepEqual(report?.name, { bidId: '41' });
  const [stored] = report?.positions ?? [];
  assert.deepEqual(
    [stored?.lat, stored?.lon, stored?.seq, stored?.groundSpeedKt, stored?.headingDeg, stored?.onGround, stored?.phase],
    [47.45, 8.56, 1, null, 12, true, 'taxi'],
  );
  assert.equal(stored?.recordedAt, Date.parse('2026-05-04T11:59:00Z'));
  const finish = await world.ask(
    '/acars/submit_log.php',
    form({ token, flight_time: '660,5', comment: 'Calm.', log: 'a\r\nb' }),
  );
  assert.equal(finish.json.receipt.pirep_id, 'P1');
  const { figures } = world.calls.finishes[0] ?? assert.fail();
  assert.deepEqual([figures.flightTimeMin, figures.notes, figures.log], [660.5, 'Calm.', ['a', 'b']]);
});

test('a flight in JSON: text for numbers, a list, the token in a header', async () => {
  await using world = await openWire(legacy);
  const headers = { 'x-tracker-token': await tokenOf(world) };
  const positions = [
    { lat: '1,5', lon: 2 },
    { lat: 'north', lon: 2 },
  ];
  const { json } = await world.ask('/acars/position.php', { headers, body: { bid_id: 41, positions } });
  assert.equal(json.stored, 1);
  assert.deepEqual(json.refused, [{ index: 1, fields: { lat: 'must be a number from -90 to 90' } }]);
  const asked = await world.ask('/acars/get_bid.php', { headers, body: {} });
  assert.equal(asked.json.open_flight.flight_id, 'F1');
});

test('lists and objects in a form, in the brackets of PHP or as JSON text', async () => {
  await using world = await openWire(legacy);
  const token = await tokenOf(world);
  const brackets = {
    token,
    'positions[0][lat]': '1',
    'positions[0][lon]': '2',
    'positions[1][lat]': '3',
    'positions[1][lon]': '4',
  };
  assert.equal((await world.ask('/acars/position.php', form(brackets))).json.stored, 2);
  const json = { token, positions: '[{"lat":"1","lon":2}]' };
  assert.equal((await world.ask('/acars/position.php', form(json))).json.stored, 1);
  const log = { token, 'log[]': 'one', 'fields[Gate]': 'A1', 'fields[__proto__]': 'x' };
  assert.equal((await world.ask('/acars/submit_log.php', form(log))).status, 200);
  assert.deepEqual(world.calls.finishes[0]?.figures.log, ['one']);
  assert.deepEqual(world.calls.finishes[0]?.figures.fields, { Gate: 'A1' });
});

test('without a bid the first position may describe the flight', async () => {
  await using world = await openWire(legacy);
  const headers = { 'x-tracker-token': await tokenOf(world) };
  const body = { lat: 1, lon: 2, flight_number: 12, departure: 'lszh', arrival: 'MMUN', aircraft: 'A343' };
  await world.ask('/acars/position.php', { headers, body });
  assert.deepEqual(world.calls.reports[0]?.opening?.freeFlight, {
    airline: null,
    flightNumber: '12',
    departure: 'LSZH',
    arrival: 'MMUN',
    aircraft: 'A343',
    registration: null,
    route: null,
  });
});

const logins: readonly Readonly<Record<string, unknown>>[] = [
  { login: 'TVA0001' },
  { username: 'TVA0001' },
  { email: 'TVA0001' },
  { pilot_id: 'TVA0001' },
  { login: '', pilot_id: 'TVA0001' },
];
for (const names of logins) {
  test(`login by ${JSON.stringify(names)}`, async () => {
    await using world = await openWire(legacy);
    assert.equal((await world.ask('/acars/login.php', { body: { ...names, password: 'right' } })).status, 200);
    const { credential } = world.calls.logins[0] ?? assert.fail();
    assert.equal(credential.kind === 'password' && credential.login, 'TVA0001');
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
  ['_tracker_common.php', {}, 403, 'forbidden'],
  ['%5Ftracker_common.PHP', {}, 403, 'forbidden'],
  ['sessions/', {}, 403, 'forbidden'],
  ['logs/2026.log', {}, 403, 'forbidden'],
  ['.htaccess', {}, 403, 'forbidden'],
];

test('refusals are plain JSON', async (t) => {
  await using world = await openWire(legacy);
  const token = await tokenOf(world);
  for (const [path, asking, status, code] of refused) {
    await t.test(`${asking.method ?? ''} ${path} ${JSON.stringify(asking.body ?? '')}`, async () => {
      const body = typeof asking.body === 'object' ? JSON.stringify(asking.body).replace('TOKEN', token) : asking.body;
      const sent = body === undefined ? asking : { ...asking, body };
      const answer = await world.ask(`/acars/${path.replace('TOKEN', token)}`, sent);
      assert.deepEqual([answer.status, answer.json?.error.code], [status, code]);
      assert.deepEqual([answer.json.success, 'title' in answer.json], [false, false]);
      if (status === 405) assert.equal(answer.headers.allow, 'POST, OPTIONS');
    });
  }
});

test('the client token is asked of every script but bootstrap.php and status.php', async () => {
  await using world = await openWire(legacy);
  const token = await tokenOf(world);
  world.calls.settings = { ...settings, clientTokenRequired: true, clientTokenHash: digest('shared') };
  for (const path of ['bootstrap.php', 'status.php']) assert.equal((await world.ask(`/acars/${path}`)).status, 200);
  for (const path of ['login.php', 'get_bid.php', 'position.php', 'submit_log.php']) {
    const { json } = await world.ask(`/acars/${path}`, { body: { token } });
    assert.equal(json.error.code, 'client-token');
  }
});

test('with the tracker switched off a position begins nothing', async () => {
  await using world = await openWire(legacy);
  const body = { lat: 1, lon: 2, token: await tokenOf(world) };
  world.calls.settings = { ...settings, enabled: false };
  assert.equal((await world.ask('/acars/position.php', { body })).json.error.code, 'module-disabled');
  world.calls.settings = settings;
  assert.equal((await world.ask('/acars/position.php', { body })).status, 200);
  world.calls.settings = { ...settings, enabled: false };
  assert.equal((await world.ask('/acars/position.php', { body })).status, 200);
});
