import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moving } from '../../../test/moving.ts';
import type { Flight, Position } from '../../tracking/model.ts';
import { toMapFlight } from './map-flight.ts';
import { progressOf, SentProgress } from './progress.ts';

const minute = 60_000;
const airport = (icao: string, lat: number, lon: number) => ({ icao, name: `Airport of ${icao}`, lat, lon });
const flight = {
  id: 'a',
  state: 'open',
  pilot: { id: '7', ident: 'DMO0007', name: 'Secret Name' },
  network: 'vatsim',
  plan: {
    callsign: 'DMO1',
    ident: 'DM1',
    departure: airport('AAAA', 0, 0),
    arrival: airport('BBBB', 0, 10),
    airlineCode: 'DMO',
    departureTime: '10:00',
    arrivalTime: '11:30',
    plannedFlightTimeMin: 90,
    distanceNm: 610,
  },
} as Flight;
const mark = (at: number) => ({ at, isEstimated: false });
const over = { lat: 0, lon: 5, groundSpeedKt: 450, altitudeMslFt: 36_000, receivedAt: 0 } as Position;
const half = { blockOff: mark(540 * minute), takeoff: mark(550 * minute + 29_000), distanceNm: 300.4 };

test('the progress has minutes, miles and an expected landing; before the takeoff nothing is expected', () => {
  const enRoute = moving(flight, { ...over, recordedAt: 600 * minute }, 'cruise', half);
  const [offBlock, takeoff, landing, onBlock, flownNm, expected, doubtMin] = progressOf(enRoute);
  assert.deepEqual([offBlock, takeoff, landing, onBlock, flownNm], [540, 550, null, null, 300]);
  assert.ok(expected !== null && expected > 640 && expected < 665, String(expected));
  assert.ok(doubtMin !== null && doubtMin >= 4);
  const atGate = moving(flight, { ...over, recordedAt: 600 * minute, groundSpeedKt: 0 }, 'boarding');
  assert.deepEqual(progressOf(atGate), [null, null, null, null, 0, null, null, null]);
});

test('the progress says as what a network shows the flight, which comes later than what it is', () => {
  const track = { network: 'ivao', read: [[600, 660]], seen: [[655, 0, 5, 0]], signs: [['XYZ1', 'A320']] } as const;
  const seen = moving(
    { ...flight, endedAt: null, onNetworks: [track] },
    { ...over, recordedAt: 600 * minute },
    'cruise',
    half,
  );
  assert.deepEqual(progressOf(seen)[7], ['ivao', 'XYZ1']);
  const gone = { ...track, read: [[600, 900]] } as const;
  const left = moving(
    { ...flight, endedAt: null, onNetworks: [gone] },
    { ...over, recordedAt: 600 * minute },
    'cruise',
    half,
  );
  assert.equal(progressOf(left)[7], null);
});

test('what a flight is, is sent once, with the names of its airports, its airline, network and schedule', () => {
  const sent = toMapFlight(3, moving(flight, { ...over, recordedAt: 600 * minute }, 'cruise', half), () => null);
  assert.deepEqual(
    [sent.departure.name, sent.arrival.name, sent.airline, sent.network, sent.planned],
    ['Airport of AAAA', 'Airport of BBBB', 'DMO', 'vatsim', ['10:00', '11:30', 90, 610]],
  );
  assert.doesNotMatch(JSON.stringify(sent), /Secret|DMO0007/);
});

test('the progress is sent once a minute, and at once when something happened', () => {
  const sent = new SentProgress();
  const at = (now: number, fold: Partial<typeof half> & { landing?: ReturnType<typeof mark> }) =>
    sent.take(moving(flight, { ...over, recordedAt: now }, 'cruise', fold), now) !== null;
  assert.deepEqual(
    [
      at(600 * minute, {}),
      at(600 * minute + 5_000, {}),
      at(600 * minute + 10_000, { blockOff: half.blockOff }),
      at(600 * minute + 15_000, { blockOff: half.blockOff, distanceNm: 3 }),
      at(600 * minute + 20_000, half),
      at(601 * minute + 19_000, half),
      at(601 * minute + 20_000, half),
      at(601 * minute + 21_000, { ...half, landing: mark(601 * minute) }),
    ],
    [true, false, true, false, true, false, true, true],
  );
});
