import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { legacy } from '../../src/contracts/legacy/legacy.ts';
import { native } from '../../src/contracts/native/native.ts';
import { stratosAtApi } from '../../src/contracts/stratos/stratos.ts';
import { demoPassword } from '../../src/platform/embedded/demo.ts';
import type { Position } from '../../src/tracking/model.ts';
import { coreWorld } from './core.ts';
import { prefiled } from './core-flight.ts';
import { positionsOf, type Served, serve } from './served.ts';

// Levers, lights and warnings of the aircraft: by every contract that carries them, read again one by one.

const startsAt = Date.parse('2026-05-04T12:00:00Z');

/** Each member as it is sent, with what is stored. No two figures are the same. */
const state: Readonly<Record<string, readonly [sent: number | boolean, name: keyof Position]>> = {
  gear_up: [false, 'isGearUp'],
  flaps: [15.5, 'flaps'],
  heading_mag: [271.3, 'headingMagneticDeg'],
  throttle_pct: [-12.5, 'throttlePct'],
  eng_n1_avg_pct: [61.2, 'n1Pct'],
  spoilers_pct: [33.4, 'spoilersPct'],
  nav_lights: [true, 'areNavLightsOn'],
  beacon_lights: [true, 'isBeaconOn'],
  strobe_lights: [false, 'areStrobeLightsOn'],
  landing_lights: [true, 'areLandingLightsOn'],
  taxi_lights: [false, 'areTaxiLightsOn'],
  logo_lights: [true, 'areLogoLightsOn'],
  wing_lights: [false, 'areWingLightsOn'],
  stall_warning: [false, 'isStallWarning'],
  overspeed_warning: [true, 'isOverspeedWarning'],
};
const sent = Object.fromEntries(Object.entries(state).map(([wire, [value]]) => [wire, value]));
const units: Readonly<Record<string, string>> = { heading_mag: 'heading_mag_deg' };

/** The journal after a restart, a file of the track, and the flight as its pilot reads it hold what was sent. */
async function assertKept(served: Served, flightId: string): Promise<void> {
  await served.world.restart();
  const [full, bare] = await positionsOf(served, flightId);
  for (const [wire, [value, name]] of Object.entries(state)) {
    assert.equal(full?.[name], value, `${wire} in the journal`);
    assert.equal(bare?.[name], null, `${wire}, where nobody says it`);
  }
  const csv = parse((await served.askAt(`/tracker/flights/${flightId}/track.csv`)).text, { columns: true });
  const [row] = csv as Record<string, string>[];
  const { readings } = (await served.askAt(`/tracker/flights/${flightId}/track.geojson`)).json.features[0].properties;
  for (const [wire, [value]] of Object.entries(state)) {
    const cell = typeof value === 'boolean' ? Number(value) : value;
    assert.equal(row?.[units[wire] ?? wire], String(cell), `${wire} in CSV`);
    assert.deepEqual(readings[units[wire] ?? wire], [cell, null], `${wire} in GeoJSON`);
  }
}

const place = { lat: 47.46, lon: 8.55, altitude_msl: 1_400 };

test('the native contract', async () => {
  await using served = await serve(native, { logLevel: 'warn' }, { startsAt });
  const headers = await served.signIn();
  const { json } = await served.ask('/start', {
    headers,
    body: { bid_id: (await served.world.bidFor(await served.world.signIn())).id },
  });
  await served.ask('/position', { headers, body: { ...place, ...sent, recorded_at: '2026-05-04T12:00:00Z' } });
  const { last_position } = (await served.ask('/flight', { headers })).json.flight;
  for (const [wire, [value]] of Object.entries(state)) assert.equal(last_position[wire], value, wire);
  await served.ask('/position', { headers, body: { ...place, lat: 47.47, recorded_at: '2026-05-04T12:00:05Z' } });
  await assertKept(served, json.flight_id);
});

test('the contract of scripts, where figures may be text and truths 1 and 0', async () => {
  await using served = await serve(legacy, { logLevel: 'warn' }, { startsAt });
  const headers = await served.signIn();
  const text = Object.entries(sent).map(([wire, value]) => [wire, String(Number(value)).replace('.', ',')]);
  const report = (fields: object) =>
    served.ask('/position.php', {
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields as Record<string, string>).toString(),
    });
  const first = await report({ lat: '47.46', lon: '8.55', seq: '1', ...Object.fromEntries(text) });
  assert.equal(first.status, 200, first.text);
  await report({ lat: '47.47', lon: '8.55', seq: '2' });
  await assertKept(served, first.json.flight_id);
});

test('phpVMS 7’s API, whose rows answer what is known', async () => {
  await using world = await coreWorld();
  const ada = world.client();
  const { id } = await prefiled(world, ada);
  await ada.post(`/pireps/${id}/acars/position`, { positions: [{ ...place, ...sent }] });
  await world.served.world.clock.advance(5_000);
  await ada.post(`/pireps/${id}/acars/position`, { positions: [{ ...place, lat: 47.47, flaps: 'up', gear_up: 'x' }] });
  const [row, bare] = (await ada.get(`/pireps/${id}/acars/position`)).json.data;
  for (const [wire, [value]] of Object.entries(state)) {
    assert.equal(row[wire], value, wire);
    assert.equal(wire in bare, false, wire);
  }
  const [view] = await world.served.world.tracking.operator.listFlights({});
  await assertKept(world.served, view?.flight.id ?? '');
});

test('Stratos', async () => {
  await using served = await serve(stratosAtApi);
  const body = { username: 'ada@demo-air.example', password: demoPassword };
  const { token } = (await served.ask('/pilot/login', { body })).json;
  const headers = { authorization: `Bearer ${token}` };
  const { tracking_id } = (await served.ask('/flights/start', { headers, body: {} })).json;
  const at = { uuid: tracking_id, latitude: 47.46, longitude: 8.55, altitude: 1_400, heading: 270 };
  const first = await served.ask('/flights/update', { headers, body: { ...at, ...sent } });
  assert.equal(first.status, 200, first.text);
  await served.world.clock.advance(5_000);
  const odd = { flaps: 'UP', gear_up: 'down', throttle_pct: 1e9, nav_lights: 7 };
  assert.equal(
    (await served.ask('/flights/update', { headers, body: { ...at, latitude: 47.47, ...odd } })).status,
    200,
  );
  const [view] = await served.world.tracking.operator.listFlights({});
  await assertKept(served, view?.flight.id ?? '');
});
