import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Position } from '../../tracking/model.ts';
import { completePosition } from '../../tracking/position/position.ts';
import { eventRow, installedColumns, positionRow, rowId, valuesOf } from './acars-rows.ts';
import type { Column, Columns } from './installation.ts';

const now = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
const position: Position = completePosition({
  seq: 1,
  recordedAt: now - 1_500,
  isDated: true,
  receivedAt: now,
  lat: 47.5,
  lon: 8.5,
  headingDeg: 270,
  altitudeMslFt: 36_000,
  groundSpeedKt: 470,
  indicatedAirspeedKt: 280,
  verticalSpeedFpm: -32,
  fuelLb: 80_000,
  phase: 'climb',
  distanceNm: 100,
  transponder: 'A2000',
  autopilot: 'on',
  onGround: false,
});
const column = (type: string, maxChars: number | null = null): Column => ({
  type,
  maxChars,
  maxBytes: maxChars === null ? null : maxChars * 4,
  charset: maxChars === null ? null : 'utf8mb4',
  isUnsigned: false,
  digits: null,
});
function columns(...more: readonly string[]): Columns {
  const names = ['id', 'pirep_id', 'type', 'status', 'log', 'lat', 'lon', 'created_at', 'updated_at', ...more];
  return new Map(names.map((name) => [name, column('double', name === 'log' ? 191 : null)]));
}

test('an id is the same for the same report, grows with its number, and fits the column', () => {
  assert.equal(rowId('a'.repeat(16), 35), `${'a'.repeat(16)}-0000000000z`);
  assert.ok(rowId('p', 9) < rowId('p', 10) && rowId('p', 35) < rowId('p', 36));
  assert.ok(rowId('123e4567-e89b-12d3-a456-426614174000', Number.MAX_SAFE_INTEGER).length <= 36);
  assert.notEqual(rowId('123e4567-e89b-12d3-a456-426614174000', 1), rowId('123e4567-e89b-12d3-a456-426614174001', 1));
});

test('each figure of a position stands in its own column', () => {
  const full: Position = {
    ...position,
    altitudeAglFt: 34_000,
    fuelFlowLbPerHour: 5_000,
    gForce: 1.1,
    pitchDeg: 2,
    bankDeg: -3,
    headingMagneticDeg: 268,
    isGearUp: true,
    flaps: 5,
    throttlePct: 84.5,
    n1Pct: 91.2,
    areNavLightsOn: true,
    isBeaconOn: true,
    areStrobeLightsOn: false,
    areLandingLightsOn: true,
    areTaxiLightsOn: false,
    areLogoLightsOn: true,
  };
  const { id: _, pirep_id: __, created_at: ___, updated_at: ____, ...row } = positionRow('p', 1, full, full.phase, now);
  assert.deepEqual(row, {
    type: 0,
    status: 'ICL',
    phase: 'ICL',
    log: null,
    lat: 47.5,
    lon: 8.5,
    distance: 100,
    heading: 270,
    altitude: 36_000,
    altitude_agl: 34_000,
    altitude_msl: 36_000,
    vs: -32,
    gs: 470,
    ias: 280,
    transponder: null,
    autopilot: 'on',
    fuel: 80_000,
    fuel_flow: 5_000,
    sim_time: null,
    on_ground: 0,
    g_force: 1.1,
    pitch: 2,
    bank: -3,
    heading_mag: 268,
    gear_up: 1,
    flaps: 5,
    throttle_pct: 84.5,
    eng_n1_avg_pct: 91.2,
    nav_lights: 1,
    beacon_lights: 1,
    strobe_lights: 0,
    landing_lights: 1,
    taxi_lights: 0,
    logo_lights: 1,
    wing_lights: null,
  });
});

test('altitude goes where the installed release has it', () => {
  for (const [names, expected] of [
    [['altitude'], [36_000]],
    [
      ['altitude_agl', 'altitude_msl'],
      [null, 36_000],
    ],
  ] as const) {
    const installed = columns(...names);
    const row = positionRow('p', 1, position, position.phase, now);
    const chosen = installedColumns(installed);
    assert.deepEqual(
      chosen.filter((name) => name.startsWith('altitude')),
      names,
    );
    assert.deepEqual(valuesOf(row, chosen, installed).slice(chosen.indexOf(names[0])), expected);
  }
});

test('times are UTC, whole seconds, and never of the future', () => {
  assert.equal(positionRow('p', 1, position, null, now).created_at, '2026-01-02 03:04:04');
  assert.equal(
    positionRow('p', 1, { ...position, recordedAt: now + 60_000 }, null, now).created_at,
    '2026-01-02 03:04:05',
  );
});

test('what the platform cannot hold is unknown, never something else', () => {
  const row = positionRow('p', 1, position, 'an own phase', now);
  assert.equal(row.transponder, null);
  assert.equal(row.fuel_flow, null);
  const installed = columns();
  assert.equal(valuesOf(row, ['status'], installed)[0], 'SCH');
});

test('a flight event is a line of the log with its kind, a note its text alone, cut with a mark', () => {
  const event = {
    seq: 1,
    kind: 'note',
    recordedAt: now,
    isDated: true,
    receivedAt: now,
    message: `x\n${'y'.repeat(300)}`,
    lat: null,
    lon: null,
    data: null,
  };
  const row = eventRow('p', 2, event, now);
  assert.equal(row.type, 2);
  const [log] = valuesOf(row, ['log'], columns());
  assert.match(String(log), /^x y+ \[cut\]$/);
  assert.equal(String(log).length, 191);
  const touchdown = eventRow('p', 3, { ...event, kind: 'landing', message: '-120 fpm' }, now);
  assert.equal(valuesOf(touchdown, ['log'], columns())[0], 'landing: -120 fpm');
});
