import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flightEvent, position } from '../../../test/flown.ts';
import { makePirep } from '../../tracking/figures/pirep.ts';
import type { Flight, FlightEvent, Position, Report } from '../../tracking/model.ts';
import { landingOf } from './landing.ts';
import type { FlightRecord } from './record.ts';
import { marksOf } from './track.ts';

const start = Date.UTC(2024, 3, 6, 10);
const plan = { departure: { lat: 46, lon: 8 }, arrival: { lat: 47.0, lon: 8.0 }, route: null } as Flight['plan'];
const figures = { log: [], fields: {} } as unknown as Parameters<typeof makePirep>[2];

/** An approach from the south, reported every `step` seconds: down at 600 ft/min, and 160 s of roll. */
function approach(step: number, events: readonly FlightEvent[] = []): FlightRecord {
  const positions: Position[] = [];
  for (let second = -120; second <= 160; second += step) {
    const isDown = second >= 0;
    const speed = isDown ? Math.max(0, 130 - second) : 140;
    positions.push(
      position(start + second * 1_000, {
        lat: 46.97 + second * 0.0005,
        lon: 8,
        headingDeg: 0,
        altitudeMslFt: isDown ? 1_400 : 1_400 - second * 10,
        groundSpeedKt: speed,
        verticalSpeedFpm: isDown ? 0 : -600,
        onGround: isDown,
      }),
    );
  }
  const reports: Report[] = [
    ...positions.map((each, index) => ({ number: index + 1, kind: 'position' as const, position: each })),
    ...events.map((event, index) => ({ number: 1_000 + index, kind: 'event' as const, event })),
  ];
  const none = { ...figures };
  for (const name of [
    'landingAt',
    'landingRateFpm',
    'blockOffAt',
    'takeoffAt',
    'blockOnAt',
    'flightTimeMin',
  ] as const) {
    Object.assign(none, { [name]: null });
  }
  Object.assign(none, { distanceNm: null, fuelUsedLb: null, blockFuelLb: null, route: null, notes: null });
  const pirep = makePirep(plan, reports, none, null);
  return {
    view: { flight: { plan } },
    positions,
    events,
    phases: [],
    pirep,
    isFiled: false,
  } as unknown as FlightRecord;
}

test('with a report each second the landing is as it was', () => {
  const landing = landingOf(approach(1));
  assert.equal(landing?.at.value, start);
  assert.deepEqual(landing.groundSpeedKt, { value: 130, basis: 'computed' });
  assert.equal(landing.gapS, 1);
  assert.ok(Math.abs((landing.fromAirportNm?.value ?? 0) - 1.8) < 0.02);
  assert.equal(landing.rolloutNm?.basis, 'estimated');
});

test('with a report every 20 s everything is an estimate, and the gap is told', () => {
  const landing = landingOf(approach(20));
  assert.equal(landing?.gapS, 20);
  assert.equal(landing.groundSpeedKt?.basis, 'estimated');
  assert.equal(landing.fromAirportNm?.basis, 'estimated');
});

test('what the client tells of its landing is shown, numbers only', () => {
  const data = { landing_rate: -212, g_force: 1.3, text: '<b>', nan: Number.NaN, deep: { x: 1 } };
  const record = approach(5, [flightEvent(start, 'landing', { data })]);
  const landing = landingOf(record);
  assert.deepEqual(landing?.reported, { g_force: 1.3 });
  assert.equal(landing.rateFpm?.value, -212);
});

test('there is no landing before there is one', () => {
  const record = approach(1);
  assert.equal(landingOf({ ...record, pirep: { ...record.pirep, landingAt: null } }), null);
});

test('strangers are told what happened, never in the client’s own words', () => {
  const events = [
    flightEvent(start, 'flaps', { message: 'Flaps 30, says Ada Keller' }),
    flightEvent(start + 1, 'note', { message: 'mail me: ada@demo-air.example' }),
    flightEvent(start + 2, 'Ada Keller was here'),
  ];
  const record = { ...approach(5), events };
  assert.deepEqual(
    marksOf(record, 'public').map(({ text }) => text),
    ['flaps', 'event'],
  );
  assert.match(
    marksOf(record, 'shared')
      .map(({ text }) => text)
      .join(),
    /Flaps 30.*mail me.*Ada Keller was here/,
  );
});
