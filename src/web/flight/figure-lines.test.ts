import assert from 'node:assert/strict';
import { test } from 'node:test';
import { position } from '../../../test/flown.ts';
import { sampleFlight } from '../../../test/journal/suite/samples.ts';
import { nothingReported } from '../../tracking/figures/pirep.ts';
import { visitorOf } from '../visitor/visitor.ts';
import { figureLines, timeLines } from './figure-lines.ts';
import type { FlightRecord } from './record.ts';

const visitor = visitorOf({ query: { units: 'ft-kt-km-kg' }, headers: {} });

function recordOf(plan: Record<string, number | null>): FlightRecord {
  const sample = sampleFlight(1, { state: 'filed' });
  const pirep = {
    ...nothingReported,
    flightTimeMin: 655,
    distanceNm: 4_900,
    blockFuelLb: 160_000,
    fuelUsedLb: 135_000,
    diversion: null,
    basis: { flightTimeMin: 'computed' },
  };
  const flight = { ...sample, plan: { ...sample.plan, plannedFlightTimeMin: null, distanceNm: null, ...plan } };
  return { view: { flight }, pirep, positions: [], isFiled: true } as unknown as FlightRecord;
}

test('time, distance and fuel stand beside the plan’s, in the visitor’s units', () => {
  const record = recordOf({ plannedFlightTimeMin: 670, distanceNm: 4_850, plannedBlockFuelLb: 163_500 });
  const lines = [...timeLines(record, visitor, 0), ...figureLines(record, 'operator', visitor)];
  assert.deepEqual(
    lines.flatMap(({ name, text, planned }) => (planned === undefined ? [] : [[name, text, planned]])),
    [
      ['Block time', '10 h 55 min', 'planned 11 h 10 min'],
      ['Distance', '9,075 km', 'planned 8,982 km'],
      ['Fuel at the gate', '72,575 kg', 'planned 74,162 kg'],
    ],
  );
});

test('what the plan does not have is not compared', () => {
  const record = recordOf({});
  const lines = [...timeLines(record, visitor, 0), ...figureLines(record, 'operator', visitor)];
  assert.ok(lines.every(({ planned }) => planned === undefined));
});

test('a flight in the air says when it is expected to land, and for how long not', () => {
  const at = Date.UTC(2024, 3, 6, 12);
  const sample = sampleFlight(1, { state: 'open' });
  const arrival = { icao: 'MMUN', name: null, lat: 21, lon: -86.9 };
  const flight = { ...sample, plan: { ...sample.plan, arrival, plannedFlightTimeMin: null, distanceNm: null } };
  const flying = position(at, { lat: 31, lon: -80, altitudeMslFt: 36_000, groundSpeedKt: 480 });
  const landingOf = (change: Record<string, unknown>, state = 'open', phase = 'cruise', now = at) => {
    const pirep = {
      ...nothingReported,
      takeoffAt: at - 3_600_000,
      landingAt: null,
      distanceNm: 470,
      basis: {},
      ...change,
    };
    const record = { pirep, positions: [flying], phases: [{ phase }], view: { flight: { ...flight, state } } };
    return timeLines(record as unknown as FlightRecord, visitor, now)[2]?.text;
  };
  assert.match(String(landingOf({})), /^expected 13:\d\dZ ±\d+ min$/);
  assert.match(String(landingOf({}, 'open', 'Own words')), /^expected 13:/);
  assert.match(String(landingOf({}, 'open', 'cruise', at - 86_400_000)), /^expected Sat 13:/, 'of another day');
  assert.equal(landingOf({}, 'open', 'landed'), '–');
  assert.equal(landingOf({}, 'suspended'), '–');
  assert.equal(landingOf({ takeoffAt: null }), '–');
  assert.equal(landingOf({ landingAt: at }), '12:00:00Z');
});
