import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainVisitor } from '../visitor/visitor.ts';
import type { FlightRecord } from './record.ts';
import { wayHead } from './way-ends.ts';

const noon = Date.UTC(2026, 6, 1, 12);
const minute = 60_000;
const zurich = { icao: 'LSZH', name: 'Zurich Airport', lat: 47.45, lon: 8.56 };
const palma = { icao: 'LEPA', name: 'Palma de Mallorca', lat: 39.55, lon: 2.74 };
const girona = { icao: 'LEGE', name: null, lat: 41.9, lon: 2.76 };

const filed = {
  blockOffAt: noon,
  takeoffAt: noon + 12 * minute,
  landingAt: noon + 100 * minute,
  blockOnAt: noon + 107 * minute,
  flightTimeMin: 107,
  distanceNm: 552,
  basis: {},
  fields: { 'Departure Gate': 'B37', ARR_STAND: '12', Gate: 'X' },
};
const planned = {
  departure: zurich,
  arrival: palma,
  departureTime: '11:50Z',
  arrivalTime: '13:30',
  plannedFlightTimeMin: 100,
};

function recordOf(change: object = {}, plan: object = {}): FlightRecord {
  const flight = { state: 'filed', startedAt: noon, plan: { ...planned, ...plan } };
  return { pirep: { ...filed, ...change }, positions: [], phases: [], view: { flight } } as unknown as FlightRecord;
}
const head = (record: FlightRecord, arrival = palma as typeof palma | typeof girona, isTrusted = true) =>
  wayHead(record, arrival, isTrusted, plainVisitor(), noon);

test('the head of a flight names cities, times against the plan, and gates to those who may know them', () => {
  const { from, to, between, share } = head(recordOf());
  assert.deepEqual(
    [from.city, from.what, from.time, from.late?.text, from.gate],
    ['Zurich', 'Off block', '12:00Z', '10 min late', 'B37'],
  );
  assert.deepEqual(
    [to.city, to.name, to.time, to.late?.text, to.gate],
    ['Palma de Mallorca', null, '13:47Z', '7 min late', '12'],
  );
  assert.deepEqual(
    [from.planned, to.planned, between, share],
    ['planned 11:50Z', 'planned 13:30', ['1 h 47 min', '552 nm'], 100],
  );
  assert.equal(head(recordOf(), palma, false).from.gate, null);
});

test('times: on time, early, on the next day, and unknown', () => {
  const late = (change: object, plan: object = {}) => head(recordOf(change, plan)).to.late?.text ?? null;
  assert.equal(late({ blockOnAt: noon + 102 * minute }), 'on time');
  assert.equal(late({ blockOnAt: noon + 70 * minute }), '30 min early');
  assert.equal(late({}, { arrivalTime: '13:30Z' }), '17 min late');
  assert.equal(late({}, { plannedFlightTimeMin: null }), null);
  assert.equal(head(recordOf({ blockOnAt: noon + 13 * 60 * minute })).to.time, '01:00Z +1');
  assert.equal(
    late({ landingAt: null, basis: { blockOnAt: 'estimated' } }),
    null,
    'a flight that was never seen to land',
  );
  const unknown = head(recordOf({ blockOffAt: null, blockOnAt: null, landingAt: null, takeoffAt: null })).to;
  assert.deepEqual([unknown.what, unknown.time], ['Landing', null]);
});

test('who landed elsewhere is neither late nor early there', () => {
  const { to } = head(recordOf(), girona);
  assert.deepEqual([to.icao, to.late, to.planned, to.city], ['LEGE', null, null, 'Girona']);
});
