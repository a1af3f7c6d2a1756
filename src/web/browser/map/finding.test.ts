import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MapFlight } from '../../live/wire.ts';
import { Aircraft } from './aircraft.js';
import { countFilters, filterFlights, offersOf, readFilters, writeFilters } from './filters.js';
import { readOrder, sortFlights, writeOrder } from './order.js';
import { progressOf } from './progress.js';

const airport = (icao: string, name: string | null, lon: number | null) => ({
  icao,
  name,
  lat: lon === null ? null : 0,
  lon,
});
const zurich = airport('LSZH', 'Zürich Airport', 0);
const cancun = airport('MMUN', 'Cancún International', 10);

function flight(
  callsign: string,
  change: Partial<MapFlight> & { altitude?: number | null; gs?: number; phase?: string } = {},
) {
  const { altitude = 35_000, gs = 450, phase = 'cruise', ...rest } = change;
  return new Aircraft(
    {
      id: `id-${callsign}`,
      key: 1,
      callsign,
      pilot: null,
      departure: zurich,
      arrival: cancun,
      aircraft: 'A343',
      registration: 'HB-JMJ',
      airline: 'EDW',
      network: 'vatsim',
      planned: [null, null, null, null],
      progress: [null, 100, null, null, 200, 900, 9, null],
      ...rest,
      at: [0, 5, 90, altitude, gs, 0, phase, 0],
    },
    0,
  );
}

const fleet = [
  flight('EDW24'),
  flight('EDW3', { altitude: 4_000, phase: 'climb', gs: 220, progress: [null, 100, null, null, 20, 950, 9, null] }),
  flight('SWR100', { airline: 'SWR', aircraft: 'BCS3', network: 'ivao', departure: cancun, arrival: zurich }),
  flight('N172SP', {
    airline: null,
    network: null,
    aircraft: 'C172',
    registration: null,
    altitude: null,
    arrival: airport('LSZB', null, null),
  }),
];
const found = (query: string) =>
  filterFlights(fleet, readFilters(new URLSearchParams(query))).map((each) => each.flight.callsign);
const [edw24, edw3, swr, n172] = ['EDW24', 'EDW3', 'SWR100', 'N172SP'] as const;

test('flights are found by words, whatever their case and accents, and by every filter', () => {
  const cases: readonly (readonly [query: string, flights: readonly string[]])[] = [
    ['', [edw24, edw3, swr, n172]],
    ['filter=edw', [edw24, edw3]],
    ['filter=zurich+cancun', [edw24, edw3, swr]],
    ['filter=ZÜRICH', [edw24, edw3, swr, n172]],
    ['filter=hb-jmj+climb', [edw3]],
    ['filter=<script>', []],
    ['airline=swr', [swr]],
    ['type=c172', [n172]],
    ['phase=climb', [edw3]],
    ['network=ivao', [swr]],
    ['airport=lszb', [n172]],
    ['airport=MMUN', [edw24, edw3, swr]],
    ['above=10000', [edw24, swr]],
    ['below=10000', [edw3]],
    ['above=3000&below=5000&airline=EDW', [edw3]],
    ['above=abc', [edw24, edw3, swr, n172]],
    ['airline=nobody', []],
  ];
  for (const [query, flights] of cases) assert.deepEqual(found(query), flights, query);
});

test('filters are written as they are read', () => {
  const query = 'filter=a+b&airline=EDW&type=A343&phase=climb&network=vatsim&airport=LSZH&above=1000&below=20000';
  const filters = readFilters(new URLSearchParams(query));
  const written = Object.entries(writeFilters(filters)).flatMap(([name, value]) =>
    value === null ? [] : [[name, value] as [string, string]],
  );
  assert.equal(new URLSearchParams(written).toString(), query);
  assert.equal(countFilters(filters), 7);
  const none = readFilters(new URLSearchParams());
  assert.deepEqual(
    Object.values(writeFilters(none)).filter((each) => each !== null),
    [],
  );
});

test('what can be filtered is what flights have', () => {
  assert.deepEqual(offersOf(fleet, 'airline'), ['EDW', 'SWR']);
  assert.deepEqual(offersOf(fleet, 'airport'), ['LSZB', 'LSZH', 'MMUN']);
  assert.deepEqual(offersOf(fleet, 'network'), ['ivao', 'vatsim']);
});

test('the list is sorted both ways, by numbers as numbers, and what is unknown comes last', () => {
  const sorted = (order: string) => sortFlights(fleet, readOrder(order)).map((each) => each.flight.callsign);
  assert.deepEqual(sorted('flight'), [edw3, edw24, n172, swr]);
  assert.deepEqual(sorted('-flight'), [swr, n172, edw24, edw3]);
  assert.deepEqual(sorted('altitude'), [edw3, edw24, swr, n172]);
  assert.deepEqual(sorted('-altitude'), [edw24, swr, edw3, n172]);
  assert.deepEqual(sorted('speed')[0], edw3);
  assert.deepEqual(sorted('route'), [n172, edw3, edw24, swr]);
  assert.deepEqual(sorted('-eta')[0], edw3);
  assert.deepEqual(
    [writeOrder(readOrder('-eta')), writeOrder(readOrder('flight')), writeOrder(readOrder('-nonsense'))],
    ['-eta', null, null],
  );
});

test('the progress is the share of the way, and whole after the landing', () => {
  const [flying, landed] = [flight('A'), flight('B', { progress: [1, 2, 3, 4, 600, 5, 6, null] })];
  const progress = progressOf(flying);
  assert.ok(Math.abs((progress.share ?? 0) - 200 / (200 + (progress.toGoNm ?? 0))) < 1e-9);
  assert.deepEqual([progress.takeoffAt, progress.expectedAt, progress.doubtMin], [6_000_000, 54_000_000, 9]);
  assert.deepEqual([progressOf(landed).share, progressOf(landed).expectedAt], [1, null]);
  assert.equal(progressOf(flight('C', { arrival: airport('X', null, null) })).share, null);
});
